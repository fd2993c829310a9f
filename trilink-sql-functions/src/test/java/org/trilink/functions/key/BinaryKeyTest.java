/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.AbstractDataType;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.flink.FlinkCode;

/** The key is the one that Flink's own generated key selector makes. */
class BinaryKeyTest {

  static Stream<Arguments> typesAndValues() {
    return Stream.of(
        values(DataTypes.BOOLEAN(), true, false),
        values(DataTypes.TINYINT(), (byte) 0, (byte) -7),
        values(DataTypes.SMALLINT(), (short) 0, (short) 30_000),
        values(DataTypes.INT(), 0, -1, Integer.MAX_VALUE),
        values(DataTypes.BIGINT(), 0L, 1L << 40, Long.MIN_VALUE),
        values(DataTypes.FLOAT(), 0f, -0f, 1.5f, Float.NaN),
        values(DataTypes.DOUBLE(), 0d, -0d, 1e300, Double.NaN),
        values(DataTypes.DECIMAL(10, 2), decimal("12.34", 10, 2), decimal("0.00", 10, 2)),
        values(DataTypes.DECIMAL(38, 10), decimal("12345678901234567890.5", 38, 10)),
        values(DataTypes.CHAR(3), StringData.fromString("abc")),
        values(
            DataTypes.STRING(),
            StringData.fromString(""),
            StringData.fromString("seven b"),
            StringData.fromString("more than seven bytes"),
            StringData.fromString("städte")),
        values(DataTypes.BYTES(), bytes(""), bytes("1234567"), bytes("12345678")),
        values(DataTypes.DATE(), 0, 19_000),
        values(DataTypes.TIME(), 0, 86_399_000),
        values(DataTypes.TIMESTAMP(3), TimestampData.fromEpochMillis(1_700_000_000_123L)),
        values(DataTypes.TIMESTAMP(9), TimestampData.fromEpochMillis(1_700_000_000_123L, 456_789)),
        values(DataTypes.TIMESTAMP_LTZ(3), TimestampData.fromEpochMillis(-1)),
        values(DataTypes.TIMESTAMP_LTZ(6), TimestampData.fromEpochMillis(-1, 1_000)),
        values(DataTypes.INTERVAL(DataTypes.DAY()), 86_400_000L),
        values(DataTypes.INTERVAL(DataTypes.YEAR()), 24),
        values(DataTypes.ARRAY(DataTypes.INT()), new GenericArrayData(new Integer[] {1, null, 3})),
        values(
            DataTypes.MAP(DataTypes.STRING(), DataTypes.INT()),
            new GenericMapData(Map.of(StringData.fromString("a"), 1))),
        values(
            DataTypes.ROW(
                DataTypes.FIELD("a", DataTypes.INT()), DataTypes.FIELD("b", DataTypes.STRING())),
            GenericRowData.of(1, StringData.fromString("x")),
            GenericRowData.of(null, null)));
  }

  private static Arguments values(AbstractDataType<?> type, Object... values) {
    return Arguments.of(((DataType) type).getLogicalType(), Arrays.asList(values));
  }

  private static DecimalData decimal(String text, int precision, int scale) {
    return DecimalData.fromBigDecimal(new BigDecimal(text), precision, scale);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("typesAndValues")
  void isFlinksKeyOfOneColumn(LogicalType type, List<Object> values) throws Exception {
    BinaryKey key = new BinaryKey(List.of(type));
    RowDataKeySelector flink = flinksSelector(List.of(type));
    for (Object value : values) {
      assertThat(key.write(value)).isEqualTo(flink.getKey(GenericRowData.of(value)));
    }
    assertThat(key.write((Object) null)).isEqualTo(flink.getKey(GenericRowData.of((Object) null)));
    // what a longer value before it left behind does not show
    assertThat(key.write(values.get(0))).isEqualTo(flink.getKey(GenericRowData.of(values.get(0))));
  }

  @Test
  void isFlinksKeyOfManyColumns() throws Exception {
    List<Arguments> columns = typesAndValues().collect(Collectors.toList());
    List<LogicalType> types =
        columns.stream().map(column -> (LogicalType) column.get()[0]).collect(Collectors.toList());
    BinaryKey key = new BinaryKey(types);
    RowDataKeySelector flink = flinksSelector(types);
    for (int row = 0; row < 40; row++) {
      Object[] values = new Object[types.size()];
      for (int column = 0; column < values.length; column++) {
        List<?> candidates = (List<?>) columns.get(column).get()[1];
        values[column] =
            (row + column) % 5 == 0 ? null : candidates.get((row + column) % candidates.size());
      }
      RowData expected = flink.getKey(GenericRowData.of(values));
      assertThat(key.write(values)).isEqualTo(expected);
      assertThat(key.write(values).hashCode()).isEqualTo(expected.hashCode());
    }
  }

  @Test
  void doesNotLookBehindTheKey() throws Exception {
    BinaryKey key = new BinaryKey(Collections.singletonList(DataTypes.INT().getLogicalType()));
    assertThat(key.write(5, 128, 4)).isEqualTo(key.write(5).copy());
  }

  private static RowDataKeySelector flinksSelector(List<LogicalType> types) {
    return FlinkCode.keySelector(
        IntStream.range(0, types.size()).toArray(),
        InternalTypeInfo.of(RowType.of(types.toArray(new LogicalType[0]))));
  }
}
