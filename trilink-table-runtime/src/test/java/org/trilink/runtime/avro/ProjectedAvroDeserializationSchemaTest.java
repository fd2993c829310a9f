/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.formats.avro.AvroRowDataDeserializationSchema;
import org.apache.flink.formats.avro.AvroRowDataSerializationSchema;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.StringUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.decode.BothDecoders;
import org.trilink.runtime.decode.FieldFilter;
import org.trilink.runtime.decode.ReadFields;

/** For all messages, the rows and failures are those of flink-avro's own deserializer. */
@Tag("slow")
class ProjectedAvroDeserializationSchemaTest {

  private static final int TYPES = 150;
  private static final int MESSAGES = 120;

  /** The fields that are not nullable are the easier to encode by hand. */
  private static final RowType TYPE =
      RowType.of(
          false,
          new LogicalType[] {
            new IntType(false),
            new BigIntType(false),
            new BooleanType(false),
            new VarCharType(false, VarCharType.MAX_LENGTH),
            new DecimalType(false, 10, 2),
            new ArrayType(false, new IntType(false)),
            new MapType(false, new VarCharType(false, VarCharType.MAX_LENGTH), new IntType(false)),
            new VarCharType(VarCharType.MAX_LENGTH)
          },
          new String[] {"i", "l", "b", "s", "d", "a", "m", "n"});

  private static BothDecoders both(RowType type, ReadFields read, @Nullable FieldFilter filter) {
    InternalTypeInfo<RowData> typeInfo = InternalTypeInfo.of(type);
    return new BothDecoders(
            type,
            read,
            filter,
            "avro",
            new AvroRowDataDeserializationSchema(type, typeInfo),
            (fields, rowFilter) ->
                new ProjectedAvroDeserializationSchema(
                    new AvroRowDataDeserializationSchema(type, typeInfo), type, fields, rowFilter))
        .withoutCauses(); // what ends too early also depends on the message before it
  }

  /**
   * Messages in hexadecimal: {@code i, l, b, s, d, a, m, n}, that fit and that do not; whether
   * Trilink's decoder reads them.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "02 04 01 0261 0264 00 00 00",
        "02 04 01 0261 0264 00 00 020262",
        "feffffff0f feffffffffffffffff01 00 00 020a 00 00 00",
        "ffffffff0f ffffffffffffffffff01 02 00 020a 00 00 00", // a boolean is 1 or false
        "8200 848000 01 0261 0264 00 00 00", // numbers that are longer than they need be
        "ffffffff7f 04 01 0261 0264 00 00 00",
        "02 ffffffffffffffffff7f 01 0261 0264 00 00 00",
        "02 04 01 02ff 0264 00 00 00", // no UTF-8
        "02 04 01 06eda080 0264 00 00 00",
        "02 04 01 04c080 0264 00 00 020280",
        "02 04 01 0261 0264 04 02 04 00 00 00",
        "02 04 01 0261 0264 03 04 02 04 00 00 00", // a block with its size
        "02 04 01 0261 0264 02 02 02 04 00 00 00", // two blocks
        "02 04 01 0261 0264 00 02 0261 02 02 0261 04 00 00", // a key twice
        "02 04 01 0261 0264 00 01 08 0261 02 00 00",
        "02 04 01 0261 80ffff0f 00 00 00",
      })
  void readsAllThatFlinkAvroReads(String hex) {
    compareAlone(hex);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "02",
        "02 04 01 0261 0264 00 00",
        "02 04 01 0261 0264 00 00 04", // no such branch of the union
        "02 04 01 0261 0264 00 00 01",
        "02 04 01 0261 00 00 00 00", // no bytes are no number
        "02 04 01 01 0264 00 00 00", // negative lengths
        "02 04 01 0261 01 00 00 00",
        "ffffffffff01 04 01 0261 0264 00 00 00", // numbers that are too long
        "02 ffffffffffffffffffff01 01 0261 0264 00 00 00",
        "02 04 01 02",
        "02 04 01 80c003 61",
        "02 04 01 0261 0264 20 02 04 00 00 00",
        "02 04 01 0261 0264 00 20 0261 02 00 00",
      })
  void failsWhereFlinkAvroFails(String hex) {
    assertThat(compareAlone(hex)).isFalse();
  }

  private static boolean compareAlone(String hex) {
    byte[] message = StringUtils.hexStringToByte(hex.replace(" ", ""));
    both(TYPE, ReadFields.none(TYPE), null).compareNext(message);
    both(TYPE, ReadFields.none(TYPE).and(TYPE, 3).and(TYPE, 7), null).compareNext(message);
    return both(TYPE, ReadFields.all(TYPE), null).compareNext(message);
  }

  /** flink-avro takes what is left over for the begin of the next message. */
  @Test
  void whatIsLeftOverMakesTheNextMessageFailAsWithFlinkAvro() {
    BothDecoders decoders = both(TYPE, ReadFields.all(TYPE), null);
    byte[] plain = StringUtils.hexStringToByte("020401026102640000020262");

    assertThat(decoders.compareNext(plain)).isTrue();
    assertThat(decoders.compareNext(plain)).isTrue();
    assertThat(decoders.leftToFlink()).isZero();
    byte[] longer = StringUtils.hexStringToByte("020401026102640000020262" + "04");
    assertThat(decoders.compareNext(longer)).isTrue();
    assertThat(decoders.compareNext(plain)).isFalse();
    assertThat(decoders.leftToFlink()).isEqualTo(2);
  }

  @Test
  void leavesOutWhatOnlyRowsThatPassNeed() throws Exception {
    RowType type =
        RowType.of(
            false,
            new LogicalType[] {new IntType(), new VarCharType(10), new VarCharType(10)},
            new String[] {"i", "s", "t"});
    FieldFilter filter = new FieldFilter(type, 0, ReadFields.none(type).and(type, 2));
    BothDecoders decoders = both(type, ReadFields.all(type), filter);
    AvroRowDataSerializationSchema writer = new AvroRowDataSerializationSchema(type);
    writer.open(null);
    for (int i = 0; i < 16; i++) { // half of these numbers have an odd number of bits
      StringData text = StringData.fromString("text");
      decoders.compare(writer.serialize(GenericRowData.of(i, text, text)));
    }
    assertThat(decoders.leftOut()).isEqualTo(8L * BothDecoders.TIMES);
    assertThat(decoders.leftToFlink()).isZero();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void decodesRandomMessagesAsFlinkAvroDoes(int seed) throws Exception {
    RandomAvro avro = new RandomAvro(new Random(seed));
    long leftOut = 0;
    long notEmitted = 0;
    for (int i = 0; i < TYPES; i++) {
      RowType type = avro.rowType();
      AvroRowDataSerializationSchema writer = new AvroRowDataSerializationSchema(type);
      writer.open(null);
      BothDecoders decoders = both(type, avro.readFields(type), filter(avro, type, i));
      for (int j = 0; j < MESSAGES; j++) {
        assertThat(decoders.compare(writer.serialize(avro.row(type)))).isTrue();
      }
      assertThat(decoders.leftToFlink()).as(type.toString()).isZero();
      leftOut += decoders.leftOut();
      notEmitted += decoders.notEmitted();
    }
    assertThat(notEmitted).as("rows that were not emitted").isGreaterThan(TYPES);
    assertThat(leftOut).as("values that were left out").isGreaterThan(TYPES);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void decodesDamagedMessagesAsFlinkAvroDoes(int seed) throws Exception {
    Random random = new Random(seed);
    RandomAvro avro = RandomAvro.ofSmallValues(random);
    int failed = 0;
    for (int i = 0; i < TYPES; i++) {
      RowType type = avro.rowType();
      AvroRowDataSerializationSchema writer = new AvroRowDataSerializationSchema(type);
      writer.open(null);
      ReadFields read = avro.readFields(type);
      BothDecoders decoders = both(type, read, filter(avro, type, i));
      for (int j = 0; j < MESSAGES / 4; j++) {
        byte[] message = writer.serialize(avro.row(type));
        byte[] next = random.nextInt(4) == 0 ? avro.damaged(message) : message;
        if (!decoders.compareNext(next)) { // the job starts again, with new decoders
          failed++;
          decoders = both(type, read, filter(avro, type, i));
        }
      }
    }
    assertThat(failed).as("messages that failed").isGreaterThan(TYPES);
  }

  @Nullable
  private static FieldFilter filter(RandomAvro avro, RowType type, int i) {
    return i % 3 == 0
        ? null
        : new FieldFilter(type, i % type.getFieldCount(), avro.readFields(type), i % 2 == 0);
  }

  static IntStream seeds() {
    return IntStream.range(1, 4);
  }

  /** Flink's decoder reads its input in buffers of 8192 bytes. */
  @Test
  void longMessages() throws Exception {
    RowType type =
        RowType.of(
            new LogicalType[] {new VarCharType(VarCharType.MAX_LENGTH), new BigIntType()},
            new String[] {"s", "l"});
    AvroRowDataSerializationSchema writer = new AvroRowDataSerializationSchema(type);
    writer.open(null);
    BothDecoders decoders = both(type, ReadFields.all(type), null);
    for (int length = 8_170; length < 8_200; length++) {
      StringData text = StringData.fromString("x".repeat(length) + "\u00e9");
      assertThat(decoders.compareNext(writer.serialize(GenericRowData.of(text, 1L << 40))))
          .isTrue();
    }
    assertThat(decoders.leftToFlink()).isZero();
  }
}
