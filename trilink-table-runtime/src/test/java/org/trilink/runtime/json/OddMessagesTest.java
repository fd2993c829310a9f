/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.StringUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.decode.BothDecoders;
import org.trilink.runtime.decode.FieldFilter;
import org.trilink.runtime.decode.ReadFields;

/**
 * A producer must not be able to slow down the decoding of other producers' messages, or to fill
 * the memory of consumers.
 */
@Tag("slow")
class OddMessagesTest {

  private static final RowType TYPE = JsonMessages.TYPE;
  private static final byte[] PLAIN =
      ("{\"i\": 1, \"l\": 2, \"d\": 3.5, \"f\": 4.25, \"b\": true, \"s\": \"six\", \"t\": 7,"
              + " \"at\": \"2020-01-02 03:04:05.678\", \"a\": [1, 2], \"m\": {\"k\": 1},"
              + " \"r\": {\"i\": 1, \"s\": \"x\"}, \"in\": \"2020-01-02 03:04:05Z\","
              + " \"\ud83d\ude00\": null}")
          .getBytes(UTF_8);

  private static final int LONG_NAME = 10_000;

  /** The bytes of names, as between the quotes. */
  private static Stream<byte[]> oddNames() {
    return Stream.concat(
        Stream.of(JsonMessages.UTF8).map(StringUtils::hexStringToByte),
        Stream.of(
                "\\ud800",
                "\\udc00",
                "\\udc00\\ud800",
                "\\ud800x",
                "\\ud83d\\ude00",
                "\\u0069",
                "\\u0000",
                "\\\"",
                "",
                "i",
                "x".repeat(LONG_NAME),
                "\\ud800".repeat(LONG_NAME))
            .map(name -> name.getBytes(UTF_8)));
  }

  private static Stream<byte[]> oddMessages() {
    Stream<byte[]> named =
        oddNames()
            .flatMap(
                name ->
                    Stream.of(
                        around("{\"", name, "\": 1}"),
                        around("{\"i\": 1, \"l\": 2, \"", name, "\": 1, \"d\": 3.5}"),
                        around("{\"r\": {\"", name, "\": 1}}"),
                        around("{\"r\": {\"i\": 1, \"", name, "\": 1, \"s\": \"x\"}}"),
                        around("{\"m\": {\"", name, "\": 1}}"),
                        around("{\"unknown\": {\"", name, "\": 1}}")));
    String manyFields =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "\"x%d\": 1".formatted(i))
            .reduce((left, right) -> left + "," + right)
            .orElseThrow();
    Stream<byte[]> others =
        Stream.concat(JsonMessages.byHand(), Stream.of("{" + manyFields + "}"))
            .map(message -> message.getBytes(UTF_8));
    return Stream.concat(named, others);
  }

  private static byte[] around(String before, byte[] bytes, String after) {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(before.getBytes(UTF_8));
    message.writeBytes(bytes);
    message.writeBytes(after.getBytes(UTF_8));
    return message.toByteArray();
  }

  @ParameterizedTest
  @MethodSource("org.trilink.runtime.json.JsonMode#all")
  void plainMessagesStayOnTheFastWayAfterAnyOther(JsonMode mode) throws Exception {
    for (FieldFilter filter : new FieldFilter[] {null, filter()}) {
      ProjectedJsonDeserializationSchema decoder = decoder(TYPE, filter, mode);
      for (byte[] odd : oddMessages().toList()) {
        assertPlainIsFastAfter(odd, decoder);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.trilink.runtime.json.JsonMode#forRandomMessages")
  void plainMessagesStayOnTheFastWayAfterRandomOnes(JsonMode mode) throws Exception {
    RandomJson json = new RandomJson(new Random(mode.toString().hashCode()));
    ProjectedJsonDeserializationSchema decoder = decoder(TYPE, null, mode);
    for (int i = 0; i < 5_000; i++) {
      assertPlainIsFastAfter(json.message(TYPE), decoder);
    }
  }

  private static FieldFilter filter() {
    return new FieldFilter(TYPE, 0, ReadFields.none(TYPE));
  }

  /**
   * The first plain message after an odd one has its names looked up again; later ones are decoded
   * on the fast path.
   */
  private static void assertPlainIsFastAfter(byte[] odd, ProjectedJsonDeserializationSchema decoder)
      throws IOException {
    decodeOrFail(decoder, odd);
    RowData row = decoder.deserialize(PLAIN);
    long lookedUp = decoder.reader().lookedUp();
    long leftToFlinkJson = decoder.leftToFlink();
    assertThat(decoder.deserialize(PLAIN)).isEqualTo(row);
    assertThat(decoder.deserialize(PLAIN)).isEqualTo(row);
    assertThat(decoder.reader().lookedUp() - lookedUp)
        .as("names that were looked up after %s", new String(odd, UTF_8))
        .isZero();
    assertThat(decoder.leftToFlink() - leftToFlinkJson)
        .as("messages that were left to flink-json after %s", new String(odd, UTF_8))
        .isZero();
  }

  private static void decodeOrFail(ProjectedJsonDeserializationSchema decoder, byte[] message) {
    try {
      decoder.deserialize(message);
    } catch (IOException anyFailureIsFlinkJsons) {
      assertThat(anyFailureIsFlinkJsons).hasMessageContaining("JSON");
    }
  }

  /** An unpaired surrogate can also be the name of a column. */
  @Test
  void aColumnThatUtf8CannotNameIsReadTheFastWay() throws Exception {
    RowType type =
        RowType.of(
            new LogicalType[] {new IntType(), new IntType()}, new String[] {"\ud800", "after"});
    ProjectedJsonDeserializationSchema decoder = decoder(type, null, JsonMode.FAIL);
    byte[] message = "{\"\\ud800\": 1, \"after\": 2}".getBytes(UTF_8);

    for (int i = 0; i < 3; i++) {
      RowData row = decoder.deserialize(message);
      assertThat(row.getInt(0)).isEqualTo(1);
      assertThat(row.getInt(1)).isEqualTo(2);
    }
    assertThat(decoder.leftToFlink()).isZero();
  }

  @Test
  void countsWhatIsLeftToFlinkJson() throws Exception {
    ProjectedJsonDeserializationSchema decoder = decoder(TYPE, null, JsonMode.IGNORE_PARSE_ERRORS);

    decoder.deserialize(PLAIN);
    assertThat(decoder.leftToFlink()).isZero();
    decoder.deserialize("{".getBytes(UTF_8));
    decoder.deserialize("[]".getBytes(UTF_8));
    assertThat(decoder.leftToFlink()).isEqualTo(2);
  }

  /** With names at any place: the parser also decodes the names of fields that are not read. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"%s\": 1}",
        "{\"i\": 1, \"m\": {\"%s\": 1}}",
        "{\"r\": {\"%s\": 1}}",
        "{\"unknown\": [{\"%s\": 1}]}"
      })
  void namesOfFieldsDoNotPileUp(String pattern) throws Exception {
    ProjectedJsonDeserializationSchema decoder = decoder(TYPE, null, JsonMode.FAIL);
    String tail = "x".repeat(1_000);

    int most = 0;
    for (int i = 0; i < 4_000; i++) {
      decoder.deserialize(pattern.formatted(i + tail).getBytes(UTF_8));
      most = Math.max(most, decoder.parserNames());
    }
    assertThat(decoder.leftToFlink()).isZero();
    assertThat(most).isBetween(2, JsonDocuments.MAX_LEARNED_FROM / tail.length() + 1);
  }

  @Test
  void namesThatAreKnownKeepTheirParser() throws Exception {
    ProjectedJsonDeserializationSchema decoder = decoder(TYPE, null, JsonMode.FAIL);
    decoder.deserialize(PLAIN);
    int names = decoder.parserNames();
    assertThat(names).isGreaterThan(TYPE.getFieldCount());

    long bytes = 0;
    while (bytes < 2L * JsonDocuments.MAX_LEARNED_FROM) {
      decoder.deserialize(PLAIN);
      bytes += PLAIN.length;
    }
    assertThat(decoder.parserNames()).isEqualTo(names);
  }

  /**
   * One per message, each before those of the previous messages, so that it replaces none of them.
   */
  @Test
  void longNamesAreNotExpectedAgain() throws Exception {
    ProjectedJsonDeserializationSchema decoder = decoder(TYPE, null, JsonMode.FAIL);
    for (int before = 200; before >= 0; before--) {
      StringBuilder message = new StringBuilder("{");
      for (int i = 0; i < before; i++) {
        message.append("\"x").append(i).append("\": 1, ");
      }
      message.append('"').append("x".repeat(LONG_NAME)).append("\": 1}");
      decoder.deserialize(message.toString().getBytes(UTF_8));
    }
    decoder.deserialize(PLAIN);
    assertThat(decoder.reader().expected())
        .hasSize(13)
        .allSatisfy(
            name ->
                assertThat(name.length()).isLessThanOrEqualTo(JsonRowReader.MAX_EXPECTED_LENGTH));
  }

  private static ProjectedJsonDeserializationSchema decoder(
      RowType type, @Nullable FieldFilter filter, JsonMode mode) throws Exception {
    ProjectedJsonDeserializationSchema decoder =
        JsonDecoders.trilink(
            type,
            ReadFields.all(type),
            filter == null ? null : filter.rowFilter(),
            mode,
            TimestampFormat.SQL);
    decoder.open(BothDecoders.context());
    return decoder;
  }
}
