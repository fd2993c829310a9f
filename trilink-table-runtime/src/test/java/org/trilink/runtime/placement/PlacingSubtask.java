/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.metrics.groups.InternalOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingTaskMetricGroup;
import org.apache.flink.runtime.state.TestTaskStateManager;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.function.ThrowingConsumer;
import org.trilink.runtime.flink.TestTaskEnvironment;
import org.trilink.runtime.key.KeyGroupHash;

/** A subtask of a placing operator on Flink's harness. Its rows have a key and a number. */
final class PlacingSubtask implements AutoCloseable {

  static final int MAX_PARALLELISM = 720;

  /** The operator of a single input, or of the first input of a join. */
  static final OperatorID OPERATOR = new OperatorID(1, 1);

  private static final RowType ROW = RowType.of(new BigIntType(), new IntType());

  private final Metrics metrics = new Metrics();
  private final TestTaskEnvironment environment;
  private final OneInputStreamOperatorTestHarness<RowData, RowData> harness;

  /** An emitted row, with the key group that it carries. */
  record Placed(long key, int number, int keyGroup) {}

  private PlacingSubtask(
      OneInputStreamOperatorFactory<RowData, RowData> factory,
      OperatorID operator,
      GlobalAggregateManager jobMaster,
      int parallelism,
      int subtask,
      boolean hasEnded,
      ThrowingConsumer<ExecutionAttemptID, Exception> deployed)
      throws Exception {
    TestTaskStateManager state =
        new TestTaskStateManager() {
          @Override
          public boolean isTaskDeployedAsFinished() {
            return hasEnded;
          }
        };
    environment =
        new TestTaskEnvironment(
            "placing", jobMaster, metrics, state, MAX_PARALLELISM, parallelism, subtask);
    deployed.accept(environment.getExecutionId());
    harness = new OneInputStreamOperatorTestHarness<>(factory, environment);
    harness.getStreamConfig().setOperatorID(operator);
    harness.setup(new PlacedRowTypeInfo(ROW).createSerializer(new ExecutionConfig()));
  }

  static PlacingOperatorFactory factory(CoordinatedPlacement placement, int targetParallelism) {
    return factory(placement, targetParallelism, null, true);
  }

  static PlacingOperatorFactory factory(
      CoordinatedPlacement placement,
      int targetParallelism,
      @Nullable String sharedId,
      boolean owner) {
    PlacementSettings settings =
        new PlacementSettings(placement, Keys.BIGINT, MAX_PARALLELISM, targetParallelism);
    return new PlacingOperatorFactory(
        ProjectedKeys.firstColumns(Keys.BIGINT),
        ROW,
        sharedId == null ? settings : settings.forInputs(2, sharedId),
        owner ? 0 : 1);
  }

  /**
   * One of several subtasks that restores a state, null for none; the coordinator is not notified.
   */
  static PlacingSubtask open(
      OneInputStreamOperatorFactory<RowData, RowData> factory,
      OperatorID operator,
      GlobalAggregateManager jobMaster,
      int parallelism,
      int subtask,
      @Nullable OperatorSubtaskState state)
      throws Exception {
    PlacingSubtask placing =
        new PlacingSubtask(
            factory, operator, jobMaster, parallelism, subtask, false, attempt -> {});
    if (state != null) {
      placing.harness.initializeState(state);
    }
    placing.harness.open();
    return placing;
  }

  /**
   * One of several subtasks that had ended before the checkpoint that is restored: not opened.
   *
   * @param deployed is called before its operator is created
   */
  static PlacingSubtask ended(
      PlacingOperatorFactory factory,
      GlobalAggregateManager jobMaster,
      int parallelism,
      int subtask,
      ThrowingConsumer<ExecutionAttemptID, Exception> deployed)
      throws Exception {
    return new PlacingSubtask(factory, OPERATOR, jobMaster, parallelism, subtask, true, deployed);
  }

  /** Shuts down the task's threads for the asynchronous part of checkpoints. */
  void shutDownTaskThreads() {
    AbstractStreamOperator<?> operator = (AbstractStreamOperator<?>) harness.getOperator();
    operator.getContainingTask().getAsyncOperationsThreadPool().shutdown();
  }

  ExecutionAttemptID attempt() {
    return environment.getExecutionId();
  }

  // ----------------------------------------------------------------------------------- its input

  void process(long key, int number) throws Exception {
    process(GenericRowData.of(key, number));
  }

  void process(RowData row) throws Exception {
    harness.processElement(new StreamRecord<>(row));
  }

  /** Processes a record whose object may be reused. */
  void processRecord(StreamRecord<RowData> record) throws Exception {
    harness.processElement(record);
  }

  void watermark(long time) throws Exception {
    harness.processWatermark(new Watermark(time));
  }

  void status(WatermarkStatus status) throws Exception {
    harness.processWatermarkStatus(status);
  }

  void endInput() throws Exception {
    harness.endInput();
  }

  void processingTime(long time) throws Exception {
    harness.setProcessingTime(time);
  }

  void prepareSnapshot(long checkpoint) throws Exception {
    harness.prepareSnapshotPreBarrier(checkpoint);
  }

  OperatorSubtaskState snapshot(long checkpoint) throws Exception {
    harness.prepareSnapshotPreBarrier(checkpoint);
    return harness.snapshot(checkpoint, checkpoint);
  }

  /** Waits for the next answer and processes it. */
  void takeAnswer() throws Exception {
    harness.getTaskMailbox().take(TaskMailbox.MIN_PRIORITY).run();
  }

  /** Processes answers until no record waits. */
  void takeAnswers() throws Exception {
    while (recordsWaiting() > 0) {
      takeAnswer();
    }
  }

  // ---------------------------------------------------------------------------------- its output

  /** The output since the last call: {@link Placed}, watermarks and watermark statuses. */
  List<Object> output() {
    List<Object> output = new ArrayList<>();
    for (Object element = harness.getOutput().poll();
        element != null;
        element = harness.getOutput().poll()) {
      output.add(element instanceof StreamRecord<?> record ? placed(record) : element);
    }
    return output;
  }

  List<Placed> rows() {
    return output().stream().filter(Placed.class::isInstance).map(Placed.class::cast).toList();
  }

  private static Placed placed(StreamRecord<?> record) {
    RowData row = (RowData) record.getValue();
    int keyGroup = KeyGroupHash.keyGroupOf(PlacedRow.keyHashOf(row), MAX_PARALLELISM);
    return new Placed(row.getLong(0), row.getInt(1), keyGroup);
  }

  int recordsWaiting() {
    return (int) gauge(PlacingMetrics.RECORDS_WAITING);
  }

  Object gauge(String name) {
    return ((Gauge<?>) metric(name)).getValue();
  }

  Histogram histogram(String name) {
    return (Histogram) metric(name);
  }

  private Metric metric(String name) {
    return Objects.requireNonNull(metrics.operator.get(name), name);
  }

  /** Records for a subtask behind the exchange, as the metrics show them. */
  long targetRecords(int target) {
    Metric records =
        metrics.operator.targets.get(String.valueOf(target)).get(PlacingMetrics.TARGET_RECORDS);
    return (long) ((Gauge<?>) records).getValue();
  }

  @Override
  public void close() throws Exception {
    harness.close();
    environment.close();
  }

  /** Keeps the operator's metrics by name. */
  private static final class Metrics extends InterceptingTaskMetricGroup {

    private final OperatorMetrics operator = new OperatorMetrics();

    @Override
    public InternalOperatorMetricGroup getOrAddOperator(OperatorID id, String name) {
      return operator;
    }
  }

  private static final class OperatorMetrics extends InterceptingOperatorMetricGroup {

    private final Map<String, OperatorMetrics> targets = new HashMap<>();

    @Override
    public MetricGroup addGroup(String key, String value) {
      return targets.computeIfAbsent(value, target -> new OperatorMetrics());
    }
  }
}
