/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
import org.apache.flink.table.runtime.operators.join.stream.state.JoinInputSideSpec;
import org.apache.flink.table.runtime.operators.join.temporal.TemporalRowTimeJoinOperator;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.trilink.runtime.flink.StockJoins;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.join.IntervalJoin;
import org.trilink.runtime.join.WindowJoin;
import org.trilink.runtime.window.Reading;

/** Flink's joins, as in SQL. */
enum MovedJoins implements KeyedOperator {
  JOIN {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return join(false, 0);
    }
  },
  OUTER_JOIN_WITH_TTL {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return join(true, 100_000);
    }
  },
  SEMI_JOIN {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return StockJoins.semiJoin(
          INPUT, Prepared.always(), JoinInputSideSpec.withoutUniqueKey(), uniqueValue());
    }
  },
  INTERVAL_JOIN {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return WITHIN_30_MS.create();
    }
  },
  WINDOW_JOIN {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return OF_WINDOWS.create();
    }
  },
  TEMPORAL_JOIN {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return new TemporalRowTimeJoinOperator(
          INPUT,
          INPUT,
          Prepared.always(),
          ReadingHarness.ROWTIME,
          ReadingHarness.ROWTIME,
          0,
          0,
          true);
    }
  };

  private static final KeyedOperator WITHIN_30_MS =
      IntervalJoin.of(FlinkJoinType.FULL, -20, 30).stock();
  private static final WindowJoin OF_WINDOWS = new WindowJoin(FlinkJoinType.FULL);
  private static final InternalTypeInfo<RowData> INPUT =
      InternalTypeInfo.ofFields(ReadingHarness.input());

  /** A row of either input. */
  RowData rowOf(Reading reading) {
    return this == WINDOW_JOIN
        ? WindowJoin.row(reading.key(), reading.value(), reading.time())
        : ReadingHarness.binaryRowOf(reading).copy();
  }

  private static AbstractStreamOperator<RowData> join(boolean isOuter, long retention) {
    return StockJoins.join(
        INPUT,
        Prepared.always(),
        JoinInputSideSpec.withoutUniqueKey(),
        uniqueValue(),
        isOuter,
        retention);
  }

  private static JoinInputSideSpec uniqueValue() {
    return JoinInputSideSpec.withUniqueKey(
        InternalTypeInfo.ofFields(new BigIntType()),
        Prepared.number(row -> row.getLong(ReadingHarness.VALUE)));
  }

  @Override
  public LogicalType[] output() {
    return switch (this) {
      case JOIN, OUTER_JOIN_WITH_TTL, INTERVAL_JOIN, TEMPORAL_JOIN ->
          Prepared.concat(ReadingHarness.input(), ReadingHarness.input());
      case SEMI_JOIN -> ReadingHarness.input();
      case WINDOW_JOIN -> OF_WINDOWS.output();
    };
  }

  @Override
  public String show(RowData row) {
    return Prepared.show(row, output());
  }
}
