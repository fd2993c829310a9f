/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Random;
import javax.annotation.Nullable;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
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
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/** All types of key columns, with random values and occasional NULLs. */
@SuppressWarnings("ImmutableEnumChecker") // Flink's types are immutable, but not marked so
public enum KeyColumn {
  BOOLEAN(new BooleanType(), Random::nextBoolean),
  TINYINT(new TinyIntType(), random -> (byte) random.nextInt()),
  SMALLINT(new SmallIntType(), random -> (short) random.nextInt()),
  INT(new IntType(), Random::nextInt),
  BIGINT(new BigIntType(), Random::nextLong),
  FLOAT(new FloatType(), Random::nextFloat),
  DOUBLE(new DoubleType(), Random::nextGaussian),
  COMPACT_DECIMAL(new DecimalType(10, 2), random -> decimal(random.nextInt(), 10, 2)),
  DECIMAL(new DecimalType(30, 5), random -> decimal(random.nextLong(), 30, 5)),
  CHAR(new CharType(5), random -> text(random, 5)),
  SHORT_STRING(new VarCharType(10), random -> text(random, random.nextInt(7))),
  STRING(new VarCharType(VarCharType.MAX_LENGTH), random -> text(random, random.nextInt(100))),
  BYTES(new VarBinaryType(VarBinaryType.MAX_LENGTH), KeyColumn::bytes),
  DATE(new DateType(), random -> random.nextInt(20_000)),
  TIME(new TimeType(), random -> random.nextInt(86_400_000)),
  TIMESTAMP_MILLIS(new TimestampType(3), random -> TimestampData.fromEpochMillis(random.nextInt())),
  TIMESTAMP_NANOS(
      new TimestampType(9), random -> TimestampData.fromEpochMillis(random.nextInt(), 7)),
  TIMESTAMP_LTZ(
      new LocalZonedTimestampType(3), random -> TimestampData.fromEpochMillis(random.nextInt())),
  ARRAY(
      new ArrayType(new IntType()),
      random -> new GenericArrayData(new int[] {random.nextInt(), random.nextInt()})),
  ROW(
      RowType.of(new IntType(), new VarCharType(VarCharType.MAX_LENGTH)),
      random -> GenericRowData.of(random.nextInt(), text(random, 12)));

  private final LogicalType type;
  private final Values values;

  KeyColumn(LogicalType type, Values values) {
    this.type = type;
    this.values = values;
  }

  private interface Values {
    Object next(Random random);
  }

  public LogicalType type() {
    return type;
  }

  @Nullable
  public Object next(Random random) {
    return random.nextInt(5) == 0 ? null : values.next(random);
  }

  public static RowType keyType(KeyColumn... columns) {
    return RowType.of(
        Arrays.stream(columns).map(KeyColumn::type).toArray(LogicalType[]::new),
        Arrays.stream(columns).map(KeyColumn::name).toArray(String[]::new));
  }

  private static DecimalData decimal(long unscaled, int precision, int scale) {
    return DecimalData.fromBigDecimal(BigDecimal.valueOf(unscaled, scale), precision, scale);
  }

  private static StringData text(Random random, int length) {
    return StringData.fromString(
        random
            .ints(length, 'a', 'z' + 1)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString());
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }
}
