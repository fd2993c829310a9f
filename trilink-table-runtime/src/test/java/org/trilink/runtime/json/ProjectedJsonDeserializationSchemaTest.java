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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the message: the rows and failures of flink-json's own deserializer. */
class ProjectedJsonDeserializationSchemaTest {

  private static final int TYPES = 60;
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

  /** In each mode, of which one reads all fields and another only the first. */
  private static List<BothDecoders> decoders(TimestampFormat format) {
    RowType type = JsonMessages.TYPE;
    return Stream.of(JsonMode.values())
        .flatMap(
            mode ->
                Stream.of(ReadFields.all(type), ReadFields.none(type).and(type, 0))
                    .map(read -> new BothDecoders(type, read, mode, format)))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void decodesRandomMessagesAsFlinkJsonDoes(JsonMode mode) {
    Random random = new Random(mode.name().hashCode());
    long plain = 0;
    for (int i = 0; i < TYPES; i++) {
      RandomJson json = new RandomJson(random);
      RowType type = json.rowType();
      TimestampFormat format =
          random.nextBoolean() ? TimestampFormat.SQL : TimestampFormat.ISO_8601;
      BothDecoders decoders = new BothDecoders(type, json.readFields(type), mode, format);
      for (int j = 0; j < MESSAGES; j++) {
        plain += decoders.compare(json.message(type)) ? 1 : 0;
      }
    }
    assertThat(plain).as("messages that gave a row").isGreaterThan(TYPES * MESSAGES / 20);
  }
}
