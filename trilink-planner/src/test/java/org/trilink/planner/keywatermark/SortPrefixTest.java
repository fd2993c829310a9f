/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.planner.plan.nodes.exec.spec.SortSpec;
import org.apache.flink.table.runtime.generated.RecordComparator;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.runtime.window.SortPrefix;

/** Two rows with different {@link SortPrefix}es are in the order that Flink's comparator says. */
class SortPrefixTest {

  private static final int RANDOM_VALUES = 40;
  private static final int COLUMN = 1;

  private static Stream<Arguments> columns() {
    Random random = new Random(1);
    return Stream.of(
        column(new TinyIntType(), bits -> (byte) bits, random),
        column(new SmallIntType(), bits -> (short) bits, random),
        column(new IntType(), bits -> (int) bits, random),
        column(new DateType(), bits -> (int) (bits % 100_000), random),
        column(new TimeType(), bits -> (int) Math.floorMod(bits, 86_400_000L), random),
        column(new BigIntType(), bits -> bits, random),
        column(new TimestampType(0), SortPrefixTest::milliseconds, random),
        column(new TimestampType(3), SortPrefixTest::milliseconds, random),
        column(new LocalZonedTimestampType(3), SortPrefixTest::milliseconds, random),
        column(new TimestampType(9), SortPrefixTest::nanoseconds, random),
        column(new DoubleType(), Double::longBitsToDouble, random),
        column(
            new VarCharType(VarCharType.MAX_LENGTH),
            bits -> StringData.fromString(Long.toString(bits)),
            random));
  }

  /** Makes a value from bits. */
  private interface Value {
    Object of(long bits);
  }

  private static Object milliseconds(long bits) {
    return TimestampData.fromEpochMillis(bits % 10_000_000_000_000L);
  }

  private static Object nanoseconds(long bits) {
    return TimestampData.fromEpochMillis(bits % 2, (int) Math.floorMod(bits, 1_000_000L));
  }

  private static Arguments column(LogicalType type, Value value, Random random) {
    List<Object> values = new ArrayList<>();
    values.add(null);
    for (long bits : new long[] {Long.MIN_VALUE, Integer.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
      values.add(value.of(bits));
    }
    for (int i = 0; i < RANDOM_VALUES; i++) {
      values.add(value.of(random.nextLong() >> random.nextInt(Long.SIZE)));
    }
    return Arguments.of(type, values);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("columns")
  void ordersAsTheComparatorDoes(LogicalType type, List<Object> values) {
    RowType rowType = RowType.of(new IntType(), type);
    for (boolean isAscending : new boolean[] {true, false}) {
      for (boolean nullIsLast : new boolean[] {true, false}) {
        SortSpec sort = SortSpec.builder().addField(COLUMN, isAscending, nullIsLast).build();
        RecordComparator order =
            FlinkCode.comparator(TableConfig.getDefault(), "Order", rowType, sort)
                .newInstance(getClass().getClassLoader());
        SortPrefix prefix = new SortPrefix(COLUMN, type, isAscending, nullIsLast);
        for (Object one : values) {
          for (Object other : values) {
            assertAgree(prefix, order, GenericRowData.of(0, one), GenericRowData.of(0, other));
          }
        }
      }
    }
  }

  private static void assertAgree(
      SortPrefix prefix, RecordComparator order, RowData one, RowData other) {
    int byPrefix = Long.compare(prefix.of(one), prefix.of(other));
    if (byPrefix != 0) {
      assertThat(Integer.signum(order.compare(one, other)))
          .as("%s and %s", one, other)
          .isEqualTo(byPrefix);
    }
  }
}
