/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.metrics.groups.InternalOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingTaskMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.TestableKeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;
import org.trilink.runtime.flink.Savepoints;
import org.trilink.runtime.flink.TestTasks;
import org.trilink.runtime.window.StateBackends;

/**
 * A keyed operator of one or two inputs on Flink's test harness. Unless told otherwise, the key is
 * the first column of each input, a VARCHAR.
 *
 * @param <R> what the test sees of an output row
 */
public abstract class KeyedHarness<R> implements AutoCloseable {

  public static final int MAX_PARALLELISM = 16;

  public static final LogicalType KEY = new VarCharType(VarCharType.MAX_LENGTH);

  protected static final Keys FIRST_COLUMN =
      new Keys(KeyedHarness::keyOf, new RowDataSerializer(KEY), MAX_PARALLELISM);

  private static final long MANAGED_MEMORY = 64 << 20;

  private final Metrics metrics = new Metrics();
  private final AbstractStreamOperator<RowData> keyed;
  private final Function<RowData, R> show;
  private final Harness harness;

  /**
   * Creates a harness, which is not open yet.
   *
   * @param keyed the operator that has the state
   * @param factory creates the operator that is run, which may be the same
   */
  protected KeyedHarness(
      AbstractStreamOperator<RowData> keyed,
      StreamOperatorFactory<RowData> factory,
      Keys keys,
      LogicalType[] output,
      Function<RowData, R> show,
      StateBackends backend,
      int parallelism,
      int subtask)
      throws Exception {
    this(keyed, factory, keys, output, show, backend.create(), parallelism, subtask);
  }

  /** Creates a harness, which is not open yet, on any state backend. */
  protected KeyedHarness(
      AbstractStreamOperator<RowData> keyed,
      StreamOperatorFactory<RowData> factory,
      Keys keys,
      LogicalType[] output,
      Function<RowData, R> show,
      StateBackend backend,
      int parallelism,
      int subtask)
      throws Exception {
    this.keyed = keyed;
    this.show = show;
    MockEnvironment environment =
        new MockEnvironmentBuilder()
            .setManagedMemorySize(MANAGED_MEMORY)
            .setMaxParallelism(keys.maxParallelism())
            .setParallelism(parallelism)
            .setSubtaskIndex(subtask)
            .setMetricGroup(metrics)
            .build();
    harness = new Harness(factory, keys, environment);
    harness.setStateBackend(backend);
    harness.setup(new RowDataSerializer(output));
  }

  /** How the operator's state is keyed. */
  public record Keys(
      KeySelector<RowData, RowData> selector,
      TypeSerializer<RowData> serializer,
      int maxParallelism) {}

  /** Opens the operator, restored from a state; null for no state. */
  protected void open(@Nullable OperatorSubtaskState state) throws Exception {
    if (state != null) {
      harness.initializeState(state);
    }
    harness.open();
  }

  // ----------------------------------------------------------------------------------- input

  /** Processes a record of the only input. */
  public void process(StreamRecord<RowData> record) throws Exception {
    OneInputStreamOperator<RowData, RowData> one = running();
    one.setKeyContextElement(record);
    one.processElement(record);
  }

  public void process(RowData row) throws Exception {
    process(new StreamRecord<>(row));
  }

  public void process1(RowData row) throws Exception {
    TwoInputStreamOperator<RowData, RowData, RowData> two = running();
    StreamRecord<RowData> record = new StreamRecord<>(row);
    two.setKeyContextElement1(record);
    two.processElement1(record);
  }

  public void process2(RowData row) throws Exception {
    TwoInputStreamOperator<RowData, RowData, RowData> two = running();
    StreamRecord<RowData> record = new StreamRecord<>(row);
    two.setKeyContextElement2(record);
    two.processElement2(record);
  }

  /** Processes a watermark of the only input, in ms. */
  public void watermark(long watermark) throws Exception {
    OneInputStreamOperator<RowData, RowData> one = running();
    one.processWatermark(new Watermark(watermark));
  }

  /** The only input becomes idle. */
  public void idle() throws Exception {
    OneInputStreamOperator<RowData, RowData> one = running();
    one.processWatermarkStatus(WatermarkStatus.IDLE);
  }

  /** The only input is active again. */
  public void active() throws Exception {
    OneInputStreamOperator<RowData, RowData> one = running();
    one.processWatermarkStatus(WatermarkStatus.ACTIVE);
  }

  public void watermark1(long watermark) throws Exception {
    TwoInputStreamOperator<RowData, RowData, RowData> two = running();
    two.processWatermark1(new Watermark(watermark));
  }

  public void watermark2(long watermark) throws Exception {
    TwoInputStreamOperator<RowData, RowData, RowData> two = running();
    two.processWatermark2(new Watermark(watermark));
  }

  public void status1(WatermarkStatus status) throws Exception {
    TwoInputStreamOperator<RowData, RowData, RowData> two = running();
    two.processWatermarkStatus1(status);
  }

  public void status2(WatermarkStatus status) throws Exception {
    TwoInputStreamOperator<RowData, RowData, RowData> two = running();
    two.processWatermarkStatus2(status);
  }

  /** Sets the processing time, in ms. */
  public void processingTime(long time) throws Exception {
    harness.setProcessingTime(time);
  }

  /** Sets the clock of the state TTL, in ms. */
  public void ttlTime(long time) {
    harness.setStateTtlProcessingTime(time);
  }

  // ------------------------------------------------------------------------------------ keys

  public static RowData keyOf(RowData row) {
    BinaryRowData key = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(key);
    if (row.isNullAt(0)) {
      writer.setNullAt(0);
    } else {
      writer.writeString(0, row.getString(0));
    }
    writer.complete();
    return key;
  }

  public static int keyGroupOf(RowData row) {
    return KeyGroupRangeAssignment.assignToKeyGroup(keyOf(row), MAX_PARALLELISM);
  }

  /** The subtask that has the state of a row's key. */
  public static int subtaskOf(RowData row, int parallelism) {
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
        keyOf(row), MAX_PARALLELISM, parallelism);
  }

  // ---------------------------------------------------------------------------------- output

  /** The output since the last call, in order: rows, {@link Watermark}s, and so on. */
  public List<Object> output() {
    List<Object> output = new ArrayList<>();
    for (Object element = harness.getOutput().poll();
        element != null;
        element = harness.getOutput().poll()) {
      output.add(
          element instanceof StreamRecord<?> record
              ? show.apply((RowData) record.getValue())
              : element);
    }
    return output;
  }

  /** The rows that were emitted since the last call; drops watermarks. */
  @SuppressWarnings("unchecked")
  public List<R> rows() {
    List<R> rows = new ArrayList<>();
    for (Object element = harness.getOutput().poll();
        element != null;
        element = harness.getOutput().poll()) {
      if (element instanceof StreamRecord<?>) {
        rows.add(show.apply(((StreamRecord<RowData>) element).getValue()));
      }
    }
    return rows;
  }

  public void dropOutput() {
    harness.getOutput().clear();
  }

  public long counter(String name) {
    return ((Counter) Objects.requireNonNull(metrics.operator.get(name), name)).getCount();
  }

  public long gauge(String name) {
    return (Long) ((Gauge<?>) Objects.requireNonNull(metrics.operator.get(name), name)).getValue();
  }

  // ----------------------------------------------------------------------------------- state

  /** The operator that is run. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the harness has any kind
  protected <T extends StreamOperator<RowData>> T running() {
    return (T) harness.running();
  }

  /** The operator that has the state. */
  protected AbstractStreamOperator<RowData> keyed() {
    return keyed;
  }

  /**
   * The number of all entries of all states and keys, including RocksDB's timers. Not reliable
   * after a restore on RocksDB, which keeps removed timers in a write buffer for some time.
   */
  public int stateEntries() throws Exception {
    snapshot(); // writes the cache back
    return storedEntries();
  }

  /**
   * The number of entries of all states and keys that the backend has stored, without those that
   * are only cached.
   */
  public int storedEntries() {
    return ((TestableKeyedStateBackend) keyed.getKeyedStateBackend()).numKeyValueStateEntries();
  }

  /** The number of keys with a value in a state without namespace. */
  public long keysIn(String state) throws Exception {
    snapshot(); // writes the cache back
    return keyed.getKeyedStateBackend().getKeys(state, VoidNamespace.INSTANCE).count();
  }

  /** Event-time timers in Flink's own service: the operator must not be wrapped. */
  protected int flinkTimers() {
    return harness.numEventTimeTimers();
  }

  /** Processing-time timers in Flink's own service: the operator must not be wrapped. */
  protected int flinkProcessingTimeTimers() {
    return harness.numProcessingTimeTimers();
  }

  public OperatorSubtaskState snapshot() throws Exception {
    return finish(beginSnapshot());
  }

  /** A savepoint in the canonical format. */
  public OperatorSubtaskState savepoint() throws Exception {
    return finish(begin(Savepoints.options()));
  }

  /** The synchronous half of a snapshot; {@link #finish} does the other. */
  public OperatorSnapshotFutures beginSnapshot() throws Exception {
    return begin(CheckpointOptions.forCheckpointWithDefaultLocation());
  }

  private OperatorSnapshotFutures begin(CheckpointOptions options) throws Exception {
    StreamOperator<RowData> operator = running();
    operator.prepareSnapshotPreBarrier(1);
    return operator.snapshotState(1, 1, options, new MemCheckpointStreamFactory(16 << 20));
  }

  public static OperatorSubtaskState finish(OperatorSnapshotFutures snapshot) throws Exception {
    return new OperatorSnapshotFinalizer(snapshot).getJobManagerOwnedState();
  }

  /** One subtask's share of the state of all subtasks. */
  public static OperatorSubtaskState shareOf(
      OperatorSubtaskState all, int formerParallelism, int parallelism, int subtask) {
    return AbstractStreamOperatorTestHarness.repartitionOperatorState(
        all, MAX_PARALLELISM, formerParallelism, parallelism, subtask);
  }

  @Override
  public void close() throws Exception {
    harness.close();
    harness.getEnvironment().close();
  }

  /** Flink has keyed harnesses, but none for one and for two inputs that takes an environment. */
  private static final class Harness extends AbstractStreamOperatorTestHarness<RowData> {

    Harness(StreamOperatorFactory<RowData> factory, Keys keys, MockEnvironment environment)
        throws Exception {
      super(factory, environment);
      config.setStatePartitioner(0, keys.selector());
      config.setStatePartitioner(1, keys.selector());
      config.setStateKeySerializer(keys.serializer());
      TestTasks.complete(config);
    }

    StreamOperator<RowData> running() {
      return operator;
    }
  }

  /** Keeps the operator's metrics by name. */
  private static final class Metrics extends InterceptingTaskMetricGroup {

    private final InterceptingOperatorMetricGroup operator = new InterceptingOperatorMetricGroup();

    @Override
    public InternalOperatorMetricGroup getOrAddOperator(OperatorID id, String name) {
      return operator;
    }
  }
}
