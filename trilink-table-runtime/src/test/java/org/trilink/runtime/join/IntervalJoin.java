/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
import org.apache.flink.table.runtime.operators.join.KeyedCoProcessOperatorWithWatermarkDelay;
import org.apache.flink.table.runtime.operators.join.interval.IntervalJoinFunction;
import org.apache.flink.table.runtime.operators.join.interval.RowTimeIntervalJoin;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.trilink.runtime.flink.StockJoins;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;

/**
 * An interval join for tests. Rows of both inputs are (key VARCHAR, id BIGINT, t TIMESTAMP(3)); a
 * third of the pairs within the interval does not match.
 *
 * @param lower minimum of left.t - right.t, in ms
 * @param upper maximum of left.t - right.t, in ms
 */
public record IntervalJoin(FlinkJoinType type, long lower, long upper, boolean filtersNullKeys) {

  static final int KEY = 0;
  static final int ID = 1;
  static final int TIME = 2;
  static final int COLUMNS = 3;

  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final LogicalType BIGINT = new BigIntType();
  private static final LogicalType TIMESTAMP = new TimestampType(3);
  private static final LogicalType[] INPUT = {STRING, BIGINT, TIMESTAMP};
  private static final LogicalType[] OUTPUT = {
    STRING, BIGINT, TIMESTAMP, STRING, BIGINT, TIMESTAMP
  };
  private static final InternalTypeInfo<RowData> INPUT_TYPE = InternalTypeInfo.ofFields(INPUT);

  public static IntervalJoin of(FlinkJoinType type, long lower, long upper) {
    return new IntervalJoin(type, lower, upper, true);
  }

  IntervalJoin withNullKeys() {
    return new IntervalJoin(type, lower, upper, false);
  }

  // ------------------------------------------------------------------------------- operators

  IntervalJoinOperator operator() {
    return new IntervalJoinOperator(
        type, lower, upper, INPUT_TYPE, INPUT_TYPE, function(), TIME, TIME);
  }

  public KeyedOperator ours() {
    return new Shown() {
      @Override
      public AbstractStreamOperator<RowData> create() {
        return operator();
      }
    };
  }

  public KeyedOperator stock() {
    return new Shown() {
      @Override
      public AbstractStreamOperator<RowData> create() {
        RowTimeIntervalJoin join =
            StockJoins.intervalJoin(type, lower, upper, INPUT_TYPE, function(), TIME);
        return new KeyedCoProcessOperatorWithWatermarkDelay<>(join, join.getMaxOutputDelay());
      }
    };
  }

  private IntervalJoinFunction function() {
    return new IntervalJoinFunction(
        condition(), InternalTypeInfo.ofFields(OUTPUT), new boolean[] {filtersNullKeys});
  }

  // -------------------------------------------------------------------------------- matching

  /** {@link #idsMatch} as a condition for Flink's operators. */
  static GeneratedJoinCondition condition() {
    return new Condition();
  }

  boolean matches(RowData left, RowData right) {
    long distance = timeOf(left) - timeOf(right);
    return distance >= lower
        && distance <= upper
        && idsMatch(left.getLong(ID), right.getLong(ID))
        && !(filtersNullKeys && left.isNullAt(KEY));
  }

  static boolean idsMatch(long left, long right) {
    return (left + right) % 3 != 0;
  }

  // ------------------------------------------------------------------------------------ rows

  /** The row as received over the network. */
  static BinaryRowData row(@Nullable String key, long id, long time) {
    return new RowDataSerializer(INPUT)
        .toBinaryRow(
            GenericRowData.of(StringData.fromString(key), id, TimestampData.fromEpochMillis(time)))
        .copy();
  }

  static long timeOf(RowData row) {
    return row.getTimestamp(TIME, 3).getMillisecond();
  }

  static String keyOf(RowData row) {
    return row.isNullAt(KEY) ? "null" : row.getString(KEY).toString();
  }

  /** The text of an output row; a side that is null was padded. */
  static String show(@Nullable RowData left, @Nullable RowData right) {
    return "+I"
        + (left == null ? "-" : showSide(left))
        + " "
        + (right == null ? "-" : showSide(right));
  }

  private static String showSide(RowData row) {
    return "%s#%s@%s".formatted(keyOf(row), row.getLong(ID), timeOf(row));
  }

  /** The rows whose time is at or behind the last watermark before them. */
  static List<String> behindWatermark(List<Object> output) {
    Pattern time = Pattern.compile("@(\\d+)");
    List<String> behind = new ArrayList<>();
    long watermark = Long.MIN_VALUE;
    for (Object element : output) {
      if (element instanceof Watermark mark) {
        watermark = mark.getTimestamp();
        continue;
      }
      Matcher times = time.matcher((String) element);
      boolean isBehind = false;
      while (times.find()) {
        isBehind |= Long.parseLong(times.group(1)) <= watermark;
      }
      if (isBehind) {
        behind.add((String) element);
      }
    }
    return behind;
  }

  private abstract static class Shown implements KeyedOperator {

    @Override
    public LogicalType[] output() {
      return OUTPUT;
    }

    @Override
    public String show(RowData row) {
      return row.getRowKind().shortString() + show(row, 0) + " " + show(row, COLUMNS);
    }

    /** A side without an id is padded: input rows have one. */
    private static String show(RowData row, int first) {
      return row.isNullAt(first + ID)
          ? "-"
          : "%s#%s@%s"
              .formatted(
                  row.isNullAt(first + KEY) ? "null" : row.getString(first + KEY),
                  row.getLong(first + ID),
                  row.getTimestamp(first + TIME, 3).getMillisecond());
    }
  }

  /** In place of generated code. */
  private static final class Condition extends GeneratedJoinCondition {

    private static final long serialVersionUID = 1L;

    Condition() {
      super("Condition", "", new Object[0]);
    }

    @Override
    public JoinCondition newInstance(ClassLoader classLoader) {
      return new IdsMatch();
    }
  }

  private static final class IdsMatch extends AbstractRichFunction implements JoinCondition {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean apply(RowData left, RowData right) {
      return idsMatch(left.getLong(ID), right.getLong(ID));
    }
  }
}
