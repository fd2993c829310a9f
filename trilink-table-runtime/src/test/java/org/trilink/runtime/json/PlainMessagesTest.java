/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.decode.BothDecoders;
import org.trilink.runtime.decode.ReadFields;

/** Messages that are read byte by byte, and those that only look like them. */
class PlainMessagesTest {

  private static final int MESSAGES = 20_000;
  private static final int CHANGES = 3;

  private static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            new IntType(),
            new BigIntType(),
            new DoubleType(),
            new VarCharType(VarCharType.MAX_LENGTH),
            new BooleanType(),
            new TimestampType(3),
            new LocalZonedTimestampType(3)
          },
          new String[] {"i", "l", "d", "s", "b", "at", "in"});

  /** Bytes that mean something in JSON, or are not ASCII. */
  private static final byte[] SPECIAL =
      "\"\\{}[]:, \n\t0123456789.-+eEtfnull/uZT\u00e4".getBytes(UTF_8);

  private static String message(Random random) {
    List<String> texts =
        List.of("", "a", "abcdefgh", "a text that is longer than a word or two", "1", "null", " ");
    return ("{\"i\": %d, \"l\":%d,\"d\" : %s, \"unknown\": %s, \"s\": \"%s\", \"b\": %s,"
            + " \"at\": \"2020-01-02 03:04:%02d.%03d\", \"in\": \"2020-01-02 03:04:05Z\"}")
        .formatted(
            random.nextInt(),
            random.nextLong() >> random.nextInt(60),
            random.nextInt(1_000_000) / Math.pow(10, random.nextInt(5)),
            List.of("1", "-2.5", "true", "null", "\"text\"").get(random.nextInt(5)),
            texts.get(random.nextInt(texts.size())),
            random.nextBoolean(),
            random.nextInt(60),
            random.nextInt(1_000));
  }

  /** Some bytes are replaced, left out or put in. */
  private static byte[] changed(byte[] message, Random random) {
    byte[] changed = message;
    for (int change = random.nextInt(CHANGES); change >= 0; change--) {
      int at = random.nextInt(changed.length);
      byte special = SPECIAL[random.nextInt(SPECIAL.length)];
      byte[] before = Arrays.copyOf(changed, at);
      byte[] behind = Arrays.copyOfRange(changed, at + random.nextInt(2), changed.length);
      byte[] put = random.nextInt(4) == 0 ? new byte[0] : new byte[] {special};
      changed = concatenated(before, put, behind);
    }
    return changed;
  }

  private static byte[] concatenated(byte[]... parts) {
    byte[] all = new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("org.trilink.runtime.json.JsonMode#all")
  void messagesThatAreNearlyPlainAreReadAsByFlinkJson(JsonMode mode) {
    Random random = new Random(mode.toString().hashCode());
    for (ReadFields read :
        List.of(
            ReadFields.all(TYPE), ReadFields.none(TYPE).and(TYPE, 1).and(TYPE, 3).and(TYPE, 5))) {
      BothDecoders decoders = JsonDecoders.both(TYPE, read, null, mode, TimestampFormat.SQL);
      for (int i = 0; i < MESSAGES / JsonMode.all().size(); i++) {
        byte[] message = message(random).getBytes(UTF_8);
        assertThat(decoders.compare(message)).as(new String(message, UTF_8)).isTrue();
        decoders.compare(changed(message, random));
      }
    }
  }

  // ------------------------------------------------------------------------------ which are plain

  private static ProjectedJsonDeserializationSchema decoder(RowType type) throws Exception {
    ProjectedJsonDeserializationSchema decoder =
        JsonDecoders.trilink(
            type, ReadFields.all(type), null, JsonMode.IGNORE_PARSE_ERRORS, TimestampFormat.SQL);
    decoder.open(BothDecoders.context());
    return decoder;
  }

  /** The reader after two messages of one form; null if it does not take them for plain ones. */
  private static PlainObjectReader reader(RowType type, String message) throws Exception {
    ProjectedJsonDeserializationSchema decoder = decoder(type);
    assertThat(decoder.deserialize(message.getBytes(UTF_8))).isNotNull();
    return decoder.reader().plain();
  }

  @Test
  void plainMessagesAreReadWithoutTheParser() throws Exception {
    Random random = new Random(1);
    ProjectedJsonDeserializationSchema decoder = decoder(TYPE);
    RowData first = decoder.deserialize(message(random).getBytes(UTF_8));
    PlainObjectReader plain = decoder.reader().plain();

    assertThat(first).isNotNull();
    int read = 0;
    for (int i = 0; i < 1_000; i++) {
      byte[] message = message(random).getBytes(UTF_8);
      RowData row = plain.read(message);
      if (row != null) {
        assertThat(row).isEqualTo(decoder(TYPE).deserialize(message));
        read++;
      }
    }
    assertThat(read).as("all but those with large numbers and exponents").isBetween(700, 999);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"l\": 1, \"l\": 2}",
        "{\"ä\": 1, \"l\": 2}",
        "{\"a\\\"\": 1, \"l\": 2}",
      })
  void namesThatAreTwiceOrNotAsciiAreNotPlain(String message) throws Exception {
    assertThat(reader(TYPE, message)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"l\": 1234567890123456789, \"s\": \"a\"}",
        "{\"l\": 1.0, \"s\": \"a\"}",
        "{\"l\": \"1\", \"s\": \"a\"}",
        "{\"l\": 01, \"s\": \"a\"}",
        "{\"l\": 1, \"s\": \"ä\"}",
        "{\"l\": 1, \"s\": \"a\\n\"}",
        "{\"l\": 1, \"s\": 1}",
        "{\"l\": 1, \"s\": {}}",
        "{\"s\": \"a\", \"l\": 1}",
        "{\"l\": 1}",
        "{\"l\": 1, \"s\": \"a\", \"b\": true}",
        " {\"l\": 1, \"s\": \"a\"}",
        "{\"l\": 1, \"s\": \"a\"",
        "{\"l\": 1, \"s\": \"a",
        "{\"l\": 1",
        "{",
        "",
      })
  void othersAreLeftToTheParser(String message) throws Exception {
    PlainObjectReader plain = reader(TYPE, "{\"l\": 5, \"s\": \"x\"}");

    assertThat(plain.read("{\"l\": -5 ,\"s\" :\"y\"} and more".getBytes(UTF_8)).getString(3))
        .isEqualTo(StringData.fromString("y"));
    assertThat(plain.read(message.getBytes(UTF_8))).isNull();
  }

  @Test
  void typesThatAreNotReadByteByByte() throws Exception {
    RowType decimals =
        RowType.of(
            new LogicalType[] {new DecimalType(10, 2), new DoubleType()}, new String[] {"c", "d"});

    assertThat(reader(decimals, "{\"c\": 1.25, \"d\": 1}")).isNull();
    assertThat(reader(decimals, "{\"d\": -0.0}").read("{\"d\": -0.0}".getBytes(UTF_8)).getDouble(1))
        .isEqualTo(0.0);
  }

  /** Messages of two forms by turns, then of one of them. */
  @Test
  void aFormIsLearnedAnew() throws IOException, Exception {
    ProjectedJsonDeserializationSchema decoder = decoder(TYPE);
    byte[] one = "{\"l\": 1, \"s\": \"a\"}".getBytes(UTF_8);
    byte[] other = "{\"s\": \"b\", \"l\": 2}".getBytes(UTF_8);
    for (int i = 0; i < 2_000; i++) {
      assertThat(decoder.deserialize(i % 2 == 0 ? one : other).getLong(1)).isEqualTo(1 + i % 2);
    }
    for (int i = 0; i < 2_000; i++) {
      assertThat(decoder.deserialize(other).getString(3)).isEqualTo(StringData.fromString("b"));
    }
    assertThat(decoder.reader().plain().read(other)).isNotNull();
  }
}
