package org.trilink.runtime.json;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.table.types.logical.RowType;
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
    for (JsonMode mode : JsonMode.values()) {
      BothDecoders decoders =
          new BothDecoders(
              JsonMessages.TYPE, ReadFields.all(JsonMessages.TYPE), mode, TimestampFormat.SQL);
      decoders.compare(message.getBytes(UTF_8));
      decoders.compare(message.getBytes(UTF_16));
      decoders.compare(("\uFEFF" + message).getBytes(UTF_8));
      decoders.compare("{\"i\": 1, \"s\": \"a good one\"}".getBytes(UTF_8));
    }
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
