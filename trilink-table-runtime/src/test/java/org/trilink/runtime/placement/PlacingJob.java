/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.Collector;
import org.trilink.runtime.key.KeyGroupHash;

/**
 * A job of two placed inputs that meet in one keyed operator, as a join's do. Each input has the
 * same numbers, of which several have the same key, and the operator counts the numbers of each
 * key.
 */
final class PlacingJob {

  static final int MAX_PARALLELISM = 720;

  /** The numbers of one input. */
  static final long NUMBERS = 40_000;

  static final long KEYS = NUMBERS / 4;

  /** How many numbers of each key there are in both inputs together. */
  static final long NUMBERS_PER_KEY = 2 * NUMBERS / KEYS;

  private static final RowType ROW = RowType.of(new BigIntType());

  // Everything runs in one process, one job at a time: these are the results and the settings of
  // the current job.

  /** By key: the maximum count of numbers. */
  static final ConcurrentMap<Long, Long> COUNTS = new ConcurrentHashMap<>();

  /** By key: all key groups in which it was. */
  static final ConcurrentMap<Long, Set<Integer>> KEY_GROUPS = new ConcurrentHashMap<>();

  /** Checkpoints that have been completed, counted by each subtask of the inputs. */
  static final AtomicInteger CHECKPOINTS = new AtomicInteger();

  /** How many more failures the subtasks of the inputs should have. */
  static final AtomicInteger FAILURES = new AtomicInteger();

  /** Whether numbers are emitted so slowly that the job does not end. */
  private static volatile boolean slow;

  private PlacingJob() {}

  static void reset() {
    COUNTS.clear();
    KEY_GROUPS.clear();
    CHECKPOINTS.set(0);
    FAILURES.set(0);
    slow = true;
  }

  static void finish() {
    slow = false;
  }

  /**
   * The job's graph.
   *
   * @param placement shared by both inputs
   * @param savepoint to start from, null for none
   */
  static JobGraph graph(
      CoordinatedPlacement placement,
      int inputParallelism,
      int parallelism,
      @Nullable String savepoint) {
    StreamExecutionEnvironment environment = new StreamExecutionEnvironment(new Configuration());
    environment.enableCheckpointing(20);
    environment.setRestartStrategy(RestartStrategies.fixedDelayRestart(20, 0));
    Input left = new Input("left", placement, inputParallelism, parallelism);
    Input right = new Input("right", placement, inputParallelism, parallelism);
    CarriedKeySelector selector =
        new CarriedKeySelector(
            ProjectedKeys.firstColumns(ROW), placement.toString(), MAX_PARALLELISM);
    TwoInputTransformation<RowData, RowData, Long> counts =
        new TwoInputTransformation<>(
            left.exchanged(environment).getTransformation(),
            right.exchanged(environment).getTransformation(),
            "counts",
            new KeyedCoProcessOperator<>(new Counts()),
            Types.LONG,
            parallelism);
    counts.setUid("counts");
    counts.setMaxParallelism(MAX_PARALLELISM);
    counts.setStateKeySelectors(selector, selector);
    counts.setStateKeyType(selector.getProducedType());
    environment.addOperator(counts);
    JobGraph graph = environment.getStreamGraph().getJobGraph();
    if (savepoint != null) {
      graph.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(savepoint));
    }
    return graph;
  }

  /** One input of the operator. */
  private record Input(
      String name, CoordinatedPlacement placement, int parallelism, int targetParallelism) {

    DataStream<RowData> exchanged(StreamExecutionEnvironment environment) {
      return new DataStream<>(
          environment,
          new PartitionTransformation<>(
              placed(environment).getTransformation(),
              new CarriedPartitioner(placement.toString(), MAX_PARALLELISM)));
    }

    private DataStream<RowData> placed(StreamExecutionEnvironment environment) {
      return environment
          .fromSequence(0, NUMBERS - 1)
          .uid("source " + name)
          .setParallelism(parallelism)
          .map(new Rows(), InternalTypeInfo.of(ROW))
          .uid("rows " + name)
          .setParallelism(parallelism)
          .transform(
              "placing",
              new PlacedRowTypeInfo(ROW),
              new PlacingOperatorFactory(
                  ProjectedKeys.firstColumns(ROW),
                  ROW,
                  new PlacementSettings(placement, Keys.BIGINT, MAX_PARALLELISM, targetParallelism)
                      .forInputs(2, "join"),
                  name.equals("left") ? 0 : 1))
          .uid("placing " + name)
          .setParallelism(parallelism);
    }
  }

  /** Creates rows from numbers; slowly, and with failures if requested. */
  private static final class Rows implements MapFunction<Long, RowData>, CheckpointListener {

    private static final long serialVersionUID = 1L;

    private static final long PAUSE = 200_000; // ns

    private transient boolean checkpointed;

    @Override
    public RowData map(Long number) {
      if (slow) {
        LockSupport.parkNanos(PAUSE);
      }
      if (checkpointed && FAILURES.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new IllegalStateException("This failure belongs to the test.");
      }
      return GenericRowData.of(number % KEYS);
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
      checkpointed = true;
      CHECKPOINTS.incrementAndGet();
    }
  }

  /** Counts the numbers of a key. */
  private static final class Counts
      extends KeyedCoProcessFunction<RowData, RowData, RowData, Long> {

    private static final long serialVersionUID = 1L;

    private transient ValueState<Long> count;

    @Override
    public void open(Configuration configuration) {
      count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
    }

    @Override
    public void processElement1(RowData row, Context context, Collector<Long> out)
        throws Exception {
      count(row, context);
    }

    @Override
    public void processElement2(RowData row, Context context, Collector<Long> out)
        throws Exception {
      count(row, context);
    }

    private void count(RowData row, Context context) throws Exception {
      long key = row.getLong(0);
      long now = count.value() == null ? 1 : count.value() + 1;
      count.update(now);
      COUNTS.merge(key, now, Math::max);
      KEY_GROUPS
          .computeIfAbsent(key, none -> ConcurrentHashMap.newKeySet())
          .add(KeyGroupHash.keyGroupOf(context.getCurrentKey().hashCode(), MAX_PARALLELISM));
    }
  }
}
