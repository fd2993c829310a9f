/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.StringUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.decode.BothDecoders;
import org.trilink.runtime.decode.FieldFilter;
import org.trilink.runtime.decode.ReadFields;

/** For all messages, the rows and failures are those of flink-json's own deserializer. */
@Tag("slow")
class ProjectedJsonDeserializationSchemaTest {

  private static final int TYPES = 30;
  private static final int MESSAGES = 400;

  static Stream<String> messages() {
    return JsonMessages.byHand();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void decodesAsFlinkJsonDoes(String message) {
    for (BothDecoders decoders : decoders(TimestampFormat.SQL)) {
      decoders.compare(message.getBytes(UTF_8));
      decoders.compare(message.getBytes(UTF_16));
      decoders.compare(("\uFEFF" + message).getBytes(UTF_8));
      decoders.compare("{\"i\": 1, \"s\": \"a good one\"}".getBytes(UTF_8));
    }
  }

  @ParameterizedTest
  @EnumSource
  void decodesTimestampsAsFlinkJsonDoes(TimestampFormat format) {
    for (BothDecoders decoders : decoders(format)) {
      for (String timestamp : JsonMessages.TIMESTAMPS) {
        for (String text : List.of(timestamp, timestamp.replaceFirst("(?<=\\S) ", "T"))) {
          decoders.compare(("{\"at\": \"" + text + "\", \"i\": 1}").getBytes(UTF_8));
          decoders.compare(("{\"in\": \"" + text + "Z\", \"i\": 1}").getBytes(UTF_8));
        }
      }
    }
  }

  static Stream<String> utf8() {
    return Stream.of(JsonMessages.UTF8);
  }

  @ParameterizedTest
  @MethodSource("utf8")
  void takesForCharactersWhatFlinkJsonTakes(String hex) {
    byte[] bytes = StringUtils.hexStringToByte(hex);
    for (BothDecoders decoders : decoders(TimestampFormat.SQL)) {
      decoders.compare(around("{\"s\": \"", bytes, "\", \"i\": 1}"));
      decoders.compare(around("{\"s\": \"\\n", bytes, "\\n\", \"i\": 1}"));
      decoders.compare(around("{\"m\": {\"", bytes, "\": 1}, \"i\": 1}"));
      decoders.compare(around("{\"unknown\": [{\"a", bytes, "\": 1}], \"i\": 1}"));
      decoders.compare(around("{\"unknown\": \"", bytes, "\", \"i\": 1}"));
      decoders.compare(around("{\"unknown", bytes, "\": 1, \"i\": 1}"));
      decoders.compare(around("{\"i\": ", bytes, "1}"));
      decoders.compare(around("{\"i\": 1", bytes, "}"));
      decoders.compare(around("", bytes, "{\"i\": 1}"));
      decoders.compare(around("{", bytes, "\"i\": 1}"));
    }
  }

  private static byte[] around(String before, byte[] bytes, String after) {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(before.getBytes(UTF_8));
    message.writeBytes(bytes);
    message.writeBytes(after.getBytes(UTF_8));
    return message.toByteArray();
  }

  /** Decoders in each mode; one reads all fields, another one only the first. */
  private static List<BothDecoders> decoders(TimestampFormat format) {
    RowType type = JsonMessages.TYPE;
    return JsonMode.all().stream()
        .flatMap(
            mode ->
                Stream.of(ReadFields.all(type), ReadFields.none(type).and(type, 0))
                    .map(read -> JsonDecoders.both(type, read, null, mode, format)))
        .toList();
  }

  /** The parser reads its input in buffers of 8000 bytes. */
  @ParameterizedTest
  @MethodSource("org.trilink.runtime.json.JsonMode#all")
  void findsTextsWhereverTheyBegin(JsonMode mode) {
    RowType type = JsonMessages.TYPE;
    BothDecoders decoders =
        JsonDecoders.both(type, ReadFields.all(type), null, mode, TimestampFormat.SQL);
    for (int before = 7_950; before < 8_050; before++) {
      String longOne = "{\"s\": \"first\", \"r\": {\"s\": \"%s\"}, \"s\": \"%s\"} ";
      String text = "text %d".formatted(before);
      decoders.compare(longOne.formatted("x".repeat(before), text).getBytes(UTF_8));
      decoders.compare(longOne.formatted("\u00e9" + "x".repeat(before), text).getBytes(UTF_8));
      decoders.compare(longOne.formatted(text, "x".repeat(before)).getBytes(UTF_8));
      decoders.compare("{\"s\": \"%s\"}  {".formatted(text).getBytes(UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'i': %d, 's': 'text', 'l': 2, 'at': '2020-01-01 00:00:00', 'r': {'i': 1, 's': 'x'}}",
        "{'i': %d, 's': 'text', 'i': 0, 'l': 2}",
        "{'i': %d, 's': 'text', 'i': 1, 'l': 2}",
        "{'i': 7, 'i': %d, 's': 'text', 'l': 2}",
        "{'s': 'text', 'l': 'no number', 'i': %d}",
        "{'i': %d, 'l': 'no number', 'a': [1, 'no number']}",
        "{'i': %d, 'a': [{]}",
        "{'i': 'no number', 'l': %d}",
        "{'i': %d} trailing",
        "{'i': %d, 'l': 2",
        "{'l': %d}"
      })
  void decodesDroppedRowsOnlyAsFarAsTheyAreRead(String pattern) {
    RowType type = JsonMessages.TYPE;
    for (JsonMode mode : JsonMode.all()) {
      for (boolean emitsDropped : new boolean[] {true, false}) {
        FieldFilter filter = new FieldFilter(type, 0, ReadFields.none(type), emitsDropped);
        BothDecoders decoders =
            JsonDecoders.both(type, ReadFields.all(type), filter, mode, TimestampFormat.SQL);
        for (int i = 0; i < 8; i++) {
          decoders.compare(pattern.replace('\'', '"').formatted(i).getBytes(UTF_8));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.trilink.runtime.json.JsonMode#all")
  void leavesOutWhatOnlyRowsThatPassNeed(JsonMode mode) {
    RowType type = JsonMessages.TYPE;
    FieldFilter filter = new FieldFilter(type, 0, ReadFields.none(type));
    BothDecoders decoders =
        JsonDecoders.both(type, ReadFields.all(type), filter, mode, TimestampFormat.SQL);
    String text = mode.failOnMissingField() ? "{\"i\": %d}" : "{\"i\": %d, \"s\": \"text\"}";
    for (int i = 0; i < 16; i++) { // half of these numbers have an odd number of bits
      decoders.compare(text.formatted(i).getBytes(UTF_8));
    }
    assertThat(decoders.leftOut())
        .isEqualTo(mode.failOnMissingField() ? 0 : 8 * BothDecoders.TIMES);
  }

  @ParameterizedTest
  @MethodSource("org.trilink.runtime.json.JsonMode#all")
  void doesNotEmitRowsThatNobodyNeeds(JsonMode mode) {
    RowType type = JsonMessages.TYPE;
    FieldFilter filter = new FieldFilter(type, 0, ReadFields.none(type), false);
    BothDecoders decoders =
        JsonDecoders.both(type, ReadFields.all(type), filter, mode, TimestampFormat.SQL);
    String text = mode.failOnMissingField() ? "{\"i\": %d}" : "{\"i\": %d, \"s\": \"text\"}";
    for (int i = 0; i < 16; i++) { // half of these numbers have an odd number of bits
      decoders.compare(text.formatted(i).getBytes(UTF_8));
    }
    assertThat(decoders.notEmitted())
        .isEqualTo(mode.failOnMissingField() ? 0 : 8 * BothDecoders.TIMES);
  }

  @ParameterizedTest
  @MethodSource("org.trilink.runtime.json.JsonMode#forRandomMessages")
  void decodesRandomMessagesAsFlinkJsonDoes(JsonMode mode) {
    Random random = new Random(mode.toString().hashCode());
    long plain = 0;
    long leftOut = 0;
    for (int i = 0; i < TYPES; i++) {
      RandomJson json = new RandomJson(random);
      RowType type = json.rowType();
      TimestampFormat format =
          random.nextBoolean() ? TimestampFormat.SQL : TimestampFormat.ISO_8601;
      FieldFilter filter = random.nextInt(4) > 0 ? filter(json, type, random) : null;
      BothDecoders decoders = JsonDecoders.both(type, json.readFields(type), filter, mode, format);
      for (int j = 0; j < MESSAGES; j++) {
        plain += decoders.compare(json.message(type)) ? 1 : 0;
      }
      leftOut += decoders.leftOut();
    }
    assertThat(leftOut).as("values that were left out").isGreaterThan(TYPES);
    assertThat(plain).as("messages that gave a row").isGreaterThan(TYPES * MESSAGES / 20);
  }

  private static FieldFilter filter(RandomJson json, RowType type, Random random) {
    int field = random.nextInt(1 + random.nextInt(type.getFieldCount())); // mostly an early one
    return new FieldFilter(
        type,
        field,
        random.nextBoolean() ? ReadFields.none(type) : json.readFields(type),
        random.nextBoolean());
  }
}
