/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
import org.apache.flink.table.runtime.operators.join.window.WindowJoinOperatorBuilder;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;

/**
 * Flink's join of tumbling windows of 20 ms. Rows of both inputs are (key VARCHAR, id BIGINT, t
 * TIMESTAMP(3), window_end TIMESTAMP(3)); a third of the pairs does not match.
 */
public record WindowJoin(FlinkJoinType type) implements KeyedOperator {

  static final int TIME = 2;
  static final int WINDOW_END = 3;

  private static final int ID = 1;
  private static final int COLUMNS = 4;
  private static final long WINDOW_SIZE = 20;

  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final LogicalType BIGINT = new BigIntType();
  private static final LogicalType TIMESTAMP = new TimestampType(3);
  private static final LogicalType[] INPUT = {STRING, BIGINT, TIMESTAMP, TIMESTAMP};

  public static RowData row(String key, long id, long time) {
    long windowEnd = (Math.floorDiv(time, WINDOW_SIZE) + 1) * WINDOW_SIZE;
    return new RowDataSerializer(INPUT)
        .toBinaryRow(
            GenericRowData.of(
                StringData.fromString(key),
                id,
                TimestampData.fromEpochMillis(time),
                TimestampData.fromEpochMillis(windowEnd)))
        .copy();
  }

  @Override
  public AbstractStreamOperator<RowData> create() {
    return WindowJoinOperatorBuilder.builder()
        .joinType(type)
        .leftSerializer(new RowDataSerializer(INPUT))
        .rightSerializer(new RowDataSerializer(INPUT))
        .generatedJoinCondition(IntervalJoin.condition())
        .leftWindowEndIndex(WINDOW_END)
        .rightWindowEndIndex(WINDOW_END)
        .filterNullKeys(new boolean[] {true})
        .build();
  }

  private boolean givesLeftOnly() {
    return type == FlinkJoinType.SEMI || type == FlinkJoinType.ANTI;
  }

  @Override
  public LogicalType[] output() {
    return givesLeftOnly()
        ? INPUT
        : new LogicalType[] {
          STRING, BIGINT, TIMESTAMP, TIMESTAMP, STRING, BIGINT, TIMESTAMP, TIMESTAMP
        };
  }

  @Override
  public String show(RowData row) {
    return givesLeftOnly() ? showSide(row, 0) : showSide(row, 0) + " " + showSide(row, COLUMNS);
  }

  /** A side without an id is padded: input rows have one. */
  private static String showSide(RowData row, int first) {
    return row.isNullAt(first + ID)
        ? "-"
        : "%s#%s@%s"
            .formatted(
                row.getString(first),
                row.getLong(first + ID),
                row.getTimestamp(first + TIME, 3).getMillisecond());
  }
}
