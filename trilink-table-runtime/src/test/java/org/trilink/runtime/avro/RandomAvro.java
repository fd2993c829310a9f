/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.avro;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.utils.LogicalTypeUtils;
import org.trilink.runtime.decode.ReadFields;

/** Random types, rows of them, and damage to their messages. */
final class RandomAvro {

  private static final List<Supplier<LogicalType>> SCALARS =
      List.of(
          BooleanType::new,
          TinyIntType::new,
          SmallIntType::new,
          IntType::new,
          BigIntType::new,
          BigIntType::new,
          FloatType::new,
          DoubleType::new,
          () -> new DecimalType(10, 2),
          () -> new DecimalType(30, 5),
          () -> new VarCharType(VarCharType.MAX_LENGTH),
          () -> new VarCharType(VarCharType.MAX_LENGTH),
          () -> new CharType(3),
          () -> new VarBinaryType(VarBinaryType.MAX_LENGTH),
          DateType::new,
          () -> new TimeType(3),
          () -> new TimestampType(3));

  private static final String[] TEXTS = {
    "", "a", "text", "caf\u00e9", "\u20ac 5", "\ud83d\ude00", "\u0000", "x".repeat(70)
  };

  private final Random random;

  /** Whether all bytes of messages are below 0x80. */
  private final boolean small;

  RandomAvro(Random random) {
    this(random, false);
  }

  private RandomAvro(Random random, boolean small) {
    this.random = random;
    this.small = small;
  }

  /**
   * With numbers of one byte, and texts of ASCII: then no byte can be mistaken for the begin of a
   * huge length, for which flink-avro would make room.
   */
  static RandomAvro ofSmallValues(Random random) {
    return new RandomAvro(random, true);
  }

  RowType rowType() {
    return rowType(random.nextInt(2) == 0, 1 + random.nextInt(6), 2);
  }

  private RowType rowType(boolean nullable, int fields, int depth) {
    LogicalType[] types = new LogicalType[fields];
    String[] names = new String[fields];
    for (int i = 0; i < fields; i++) {
      types[i] = type(depth);
      names[i] = "f" + i;
    }
    return RowType.of(nullable, types, names);
  }

  private LogicalType type(int depth) {
    boolean nullable = random.nextInt(3) > 0;
    int kind = random.nextInt(16);
    if (depth > 0 && kind == 0) {
      return new ArrayType(nullable, type(depth - 1));
    }
    if (depth > 0 && kind == 1) {
      return new MapType(nullable, new VarCharType(false, VarCharType.MAX_LENGTH), type(depth - 1));
    }
    if (depth > 0 && kind == 2) {
      return new MultisetType(nullable, new VarCharType(false, VarCharType.MAX_LENGTH));
    }
    if (depth > 0 && kind <= 4) {
      return rowType(nullable, 1 + random.nextInt(3), depth - 1);
    }
    LogicalType scalar = SCALARS.get(random.nextInt(SCALARS.size())).get().copy(nullable);
    boolean isBinary = scalar instanceof FloatType || scalar instanceof DoubleType;
    return small && isBinary ? new BigIntType(nullable) : scalar;
  }

  /** Some fields, and some in nested rows. */
  ReadFields readFields(RowType type) {
    ReadFields read = ReadFields.none(type);
    for (int i = 0; i < type.getFieldCount(); i++) {
      if (random.nextInt(3) > 0) {
        read =
            type.getTypeAt(i) instanceof RowType nested && random.nextBoolean()
                ? read.and(type, i, random.nextInt(nested.getFieldCount()))
                : read.and(type, i);
      }
    }
    return read;
  }

  GenericRowData row(RowType type) {
    GenericRowData row = new GenericRowData(type.getFieldCount());
    for (int i = 0; i < row.getArity(); i++) {
      row.setField(i, value(type.getTypeAt(i)));
    }
    return row;
  }

  @Nullable
  private Object value(LogicalType type) {
    if (type.isNullable() && random.nextInt(5) == 0) {
      return null;
    }
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> random.nextBoolean();
      case TINYINT -> (byte) number();
      case SMALLINT -> (short) number();
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE -> (int) number();
      case BIGINT -> number();
      case FLOAT -> random.nextFloat();
      case DOUBLE -> random.nextBoolean() ? random.nextGaussian() : Double.NaN;
      case DECIMAL -> decimal((DecimalType) type);
      case VARBINARY -> text().getBytes(java.nio.charset.StandardCharsets.UTF_8);
      case TIMESTAMP_WITHOUT_TIME_ZONE -> TimestampData.fromEpochMillis(number());
      case ARRAY -> array(((ArrayType) type).getElementType());
      case MAP -> map(((MapType) type).getValueType());
      case MULTISET -> map(new IntType(false));
      case ROW -> row((RowType) type);
      default -> StringData.fromString(text());
    };
  }

  private long number() {
    return small ? random.nextInt(128) - 64 : random.nextLong() >> random.nextInt(64);
  }

  private String text() {
    return small ? "x".repeat(random.nextInt(64)) : TEXTS[random.nextInt(TEXTS.length)];
  }

  private DecimalData decimal(DecimalType type) {
    int bits = small ? 6 : 1 + random.nextInt(3 * type.getPrecision());
    BigInteger digits = new BigInteger(bits, random);
    BigInteger signed = small || random.nextBoolean() ? digits : digits.negate();
    return DecimalData.fromBigDecimal(
        new BigDecimal(signed, type.getScale()), type.getPrecision(), type.getScale());
  }

  private GenericArrayData array(LogicalType elementType) {
    Object[] elements =
        (Object[])
            Array.newInstance(
                LogicalTypeUtils.toInternalConversionClass(elementType), random.nextInt(4));
    Arrays.setAll(elements, i -> value(elementType));
    return new GenericArrayData(elements);
  }

  private GenericMapData map(LogicalType valueType) {
    Map<Object, Object> map = new HashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      map.put(StringData.fromString(text()), value(valueType));
    }
    return new GenericMapData(map);
  }

  /** A part of a small message, a longer one, or one with another byte. */
  byte[] damaged(byte[] message) {
    int position = random.nextInt(message.length);
    return switch (random.nextInt(3)) {
      case 0 -> Arrays.copyOf(message, position);
      case 1 -> Arrays.copyOf(message, message.length + 1 + random.nextInt(4));
      default -> {
        byte[] changed = message.clone();
        changed[position] = (byte) (random.nextBoolean() ? random.nextInt(4) : random.nextInt(128));
        yield changed;
      }
    };
  }
}
