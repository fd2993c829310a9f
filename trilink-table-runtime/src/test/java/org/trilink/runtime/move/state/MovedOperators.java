/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.time.ZoneId;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.aggregate.GroupAggFunction;
import org.apache.flink.table.runtime.operators.aggregate.MiniBatchGroupAggFunction;
import org.apache.flink.table.runtime.operators.bundle.KeyedMapBundleOperator;
import org.apache.flink.table.runtime.operators.bundle.MapBundleFunction;
import org.apache.flink.table.runtime.operators.bundle.trigger.CountBundleTrigger;
import org.apache.flink.table.runtime.operators.deduplicate.RowTimeDeduplicateFunction;
import org.apache.flink.table.runtime.operators.deduplicate.RowTimeMiniBatchDeduplicateFunction;
import org.apache.flink.table.runtime.operators.over.ProcTimeRangeBoundedPrecedingFunction;
import org.apache.flink.table.runtime.operators.over.RowTimeRangeBoundedPrecedingFunction;
import org.apache.flink.table.runtime.operators.over.RowTimeRowsUnboundedPrecedingFunction;
import org.apache.flink.table.runtime.operators.rank.AbstractTopNFunction;
import org.apache.flink.table.runtime.operators.rank.AppendOnlyFirstNFunction;
import org.apache.flink.table.runtime.operators.rank.AppendOnlyTopNFunction;
import org.apache.flink.table.runtime.operators.rank.ConstantRankRange;
import org.apache.flink.table.runtime.operators.rank.FastTop1Function;
import org.apache.flink.table.runtime.operators.rank.RankType;
import org.apache.flink.table.runtime.operators.rank.UpdatableTopNFunction;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.PagedTypeSerializer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.aggregate.GroupAggOperator;
import org.trilink.runtime.flink.StockSlices;
import org.trilink.runtime.harness.KeyedHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.over.RangeOverFunction;
import org.trilink.runtime.watermark.LegacyWindows;
import org.trilink.runtime.watermark.Matching;
import org.trilink.runtime.window.CountSumMax;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.TopN;

/** Flink's operators with one input, as in SQL, and Trilink's GROUP BY. */
enum MovedOperators implements KeyedOperator {
  GROUP_BY {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return new KeyedProcessOperator<>(
          new GroupAggFunction(
              Prepared.aggregates(), Prepared.equaliser(), Prepared.accumulators(), 0, true, 0));
    }
  },
  GROUP_BY_OF_TRILINK {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return new GroupAggOperator(
          new GroupAggFunction(
              Prepared.aggregates(), Prepared.equaliser(), Prepared.accumulators(), 0, true, 0));
    }
  },
  OVER_ROWS {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return new KeyedProcessOperator<>(
          new RowTimeRowsUnboundedPrecedingFunction<>(
              0,
              0,
              Prepared.aggregates(),
              Prepared.accumulators(),
              ReadingHarness.input(),
              ReadingHarness.ROWTIME));
    }
  },
  OVER_RANGE {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return new KeyedProcessOperator<>(
          new RowTimeRangeBoundedPrecedingFunction<>(
              Prepared.aggregates(),
              Prepared.accumulators(),
              ReadingHarness.input(),
              30,
              ReadingHarness.ROWTIME));
    }
  },
  OVER_RANGE_OF_TRILINK {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return new KeyedProcessOperator<>(
          new RangeOverFunction<>(
              Prepared.aggregates(),
              Prepared.accumulators(),
              ReadingHarness.input(),
              30,
              ReadingHarness.ROWTIME));
    }
  },
  OVER_PROCESSING_TIME {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return new KeyedProcessOperator<>(
          new ProcTimeRangeBoundedPrecedingFunction<>(
              Prepared.aggregates(), Prepared.accumulators(), ReadingHarness.input(), 30));
    }
  },
  TUMBLE_TVF {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return slicing(StockSlices.tumble(ReadingHarness.ROWTIME, UTC, 20, 0));
    }
  },
  HOP_TVF {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return slicing(StockSlices.hop(ReadingHarness.ROWTIME, UTC, 60, 20, 0));
    }
  },
  LEGACY_HOP {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return LegacyWindows.HOP.create();
    }
  },
  LEGACY_SESSION {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return LegacyWindows.SESSION.create();
    }
  },
  TOP_N {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return topN(
          new AppendOnlyTopNFunction(
              StateTtlConfig.DISABLED,
              INPUT,
              Prepared.descending(),
              Prepared.number(row -> row.getLong(ReadingHarness.VALUE) * 31 % 97),
              RankType.ROW_NUMBER,
              new ConstantRankRange(1, 3),
              true,
              true,
              1_000));
    }
  },
  UPDATING_TOP_N {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return topN(
          new UpdatableTopNFunction(
              StateTtlConfig.DISABLED,
              INPUT,
              Prepared.number(row -> row.getLong(ReadingHarness.VALUE) * 31 % 7),
              Prepared.descending(),
              Prepared.number(row -> row.getLong(ReadingHarness.VALUE)),
              RankType.ROW_NUMBER,
              new ConstantRankRange(1, 3),
              true,
              true,
              1_000));
    }
  },
  TOP_1 {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return topN(
          new FastTop1Function(
              StateTtlConfig.DISABLED,
              INPUT,
              Prepared.descending(),
              Prepared.number(row -> row.getLong(ReadingHarness.VALUE) * 31 % 997),
              RankType.ROW_NUMBER,
              new ConstantRankRange(1, 1),
              true,
              true,
              1_000));
    }
  },
  MINI_BATCH_GROUP_BY {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return bundled(
          new MiniBatchGroupAggFunction(
              Prepared.aggregates(),
              Prepared.equaliser(),
              Prepared.accumulators(),
              RowType.of(ReadingHarness.input()),
              0,
              true,
              0));
    }
  },
  DEDUPLICATION {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return new KeyedProcessOperator<>(
          new RowTimeDeduplicateFunction(INPUT, 0, ReadingHarness.ROWTIME, true, true, true));
    }
  },
  MINI_BATCH_DEDUPLICATION {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return bundled(
          new RowTimeMiniBatchDeduplicateFunction(
              INPUT,
              ReadingHarness.inputSerializer(),
              0,
              ReadingHarness.ROWTIME,
              true,
              true,
              true));
    }
  },
  FIRST_N {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return topN(
          new AppendOnlyFirstNFunction(
              StateTtlConfig.DISABLED,
              INPUT,
              Prepared.descending(),
              Prepared.number(row -> row.getLong(ReadingHarness.VALUE)),
              RankType.ROW_NUMBER,
              new ConstantRankRange(1, 5),
              true,
              true));
    }
  },
  WINDOW_TOP_N {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return WINDOW_TOP_3.stock(keySerializer()).create();
    }
  },
  MATCH_RECOGNIZE {
    @Override
    public AbstractStreamOperator<RowData> create() {
      return Matching.ANY_PAIR.create();
    }
  };

  private static final TopN WINDOW_TOP_3 = TopN.greatest(1, 3);
  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final InternalTypeInfo<RowData> INPUT =
      InternalTypeInfo.ofFields(ReadingHarness.input());

  /** Whether it processes records in bundles. */
  boolean isBundled() {
    return this == MINI_BATCH_GROUP_BY || this == MINI_BATCH_DEDUPLICATION;
  }

  /** A row for the operator. */
  RowData rowOf(Reading reading) {
    return this == WINDOW_TOP_N
        ? WINDOW_TOP_3.row(reading, reading.value())
        : ReadingHarness.binaryRowOf(reading).copy();
  }

  private static AbstractStreamOperator<RowData> slicing(StockSlices slices) {
    return slices.operator(
        ReadingHarness.inputSerializer(),
        keySerializer(),
        CountSumMax.generated(),
        new RowDataSerializer(CountSumMax.accumulatorTypes()),
        CountSumMax.COUNT_STAR);
  }

  private static AbstractStreamOperator<RowData> topN(AbstractTopNFunction function) {
    KeyedProcessOperator<RowData, RowData, RowData> operator = new KeyedProcessOperator<>(function);
    function.setKeyContext(operator);
    return operator;
  }

  private static PagedTypeSerializer<RowData> keySerializer() {
    return (PagedTypeSerializer<RowData>) MovableKeys.create().ofOperator().serializer();
  }

  /** An operator that finishes a bundle only when flushed. */
  private static AbstractStreamOperator<RowData> bundled(
      MapBundleFunction<RowData, ?, RowData, RowData> function) {
    return new KeyedMapBundleOperator<>(function, new CountBundleTrigger<>(Long.MAX_VALUE));
  }

  @Override
  public LogicalType[] output() {
    LogicalType bigint = new BigIntType();
    return switch (this) {
      case GROUP_BY, GROUP_BY_OF_TRILINK, MINI_BATCH_GROUP_BY ->
          new LogicalType[] {KeyedHarness.KEY, bigint, bigint, bigint};
      case TUMBLE_TVF, HOP_TVF, LEGACY_HOP, LEGACY_SESSION ->
          new LogicalType[] {KeyedHarness.KEY, bigint, bigint, bigint, bigint};
      case OVER_ROWS, OVER_RANGE, OVER_RANGE_OF_TRILINK, OVER_PROCESSING_TIME ->
          inputAnd(bigint, bigint, bigint);
      case TOP_N, UPDATING_TOP_N, TOP_1, FIRST_N -> inputAnd(bigint);
      case DEDUPLICATION, MINI_BATCH_DEDUPLICATION -> inputAnd();
      case WINDOW_TOP_N -> WINDOW_TOP_3.ours().output();
      case MATCH_RECOGNIZE -> Matching.ANY_PAIR.output();
    };
  }

  private static LogicalType[] inputAnd(LogicalType... more) {
    return Prepared.concat(ReadingHarness.input(), more);
  }

  @Override
  public String show(RowData row) {
    return Prepared.show(row, output());
  }
}
