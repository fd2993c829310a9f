package org.trilink.runtime.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
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
import org.apache.flink.runtime.state.TestableKeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.aggregate.window.SlicingWindowAggOperatorBuilder;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyTimeSettings;

/**
 * Runs a window operator on Flink's test harness: {@link Reading}s in, {@link WindowRow}s out.
 *
 * <p>Input rows are (key VARCHAR, value BIGINT, rowtime TIMESTAMP(3)).
 */
final class WindowHarness implements AutoCloseable {

  static final int ROWTIME = 2;
  static final int MAX_PARALLELISM = 16;

  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final InternalTypeInfo<RowData> KEY_TYPE = InternalTypeInfo.ofFields(STRING);
  private static final long MANAGED_MEMORY = 64 << 20;

  private final Metrics metrics = new Metrics();
  private final KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness;

  private WindowHarness(
      OneInputStreamOperator<RowData, RowData> operator,
      StateBackends backend,
      int parallelism,
      int subtask)
      throws Exception {
    if (operator instanceof KeyWatermarkWindowAggOperator ours) {
      ours.setCacheCapacity(backend.cacheCapacity());
    }
    MockEnvironment environment =
        new MockEnvironmentBuilder()
            .setManagedMemorySize(MANAGED_MEMORY)
            .setMaxParallelism(MAX_PARALLELISM)
            .setParallelism(parallelism)
            .setSubtaskIndex(subtask)
            .setMetricGroup(metrics)
            .build();
    harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            operator, WindowHarness::keyOf, KEY_TYPE, environment);
    harness.setStateBackend(backend.create());
    harness.setup(
        new RowDataSerializer(
            STRING, new BigIntType(), new BigIntType(), new BigIntType(), new BigIntType()));
  }

  // -------------------------------------------------------------------------------- creation

  /** The operator under test, started with no state, alone. */
  static WindowHarness open(WindowShape shape, KeyTimeSettings settings, StateBackends backend)
      throws Exception {
    return open(operator(shape, settings), backend);
  }

  static WindowHarness open(KeyWatermarkWindowAggOperator operator, StateBackends backend)
      throws Exception {
    WindowHarness harness = new WindowHarness(operator, backend, 1, 0);
    harness.harness.open();
    return harness;
  }

  /** One of several subtasks, restored; null for no state. */
  static WindowHarness open(
      WindowShape shape,
      KeyTimeSettings settings,
      StateBackends backend,
      int parallelism,
      int subtask,
      OperatorSubtaskState state)
      throws Exception {
    WindowHarness harness =
        new WindowHarness(operator(shape, settings), backend, parallelism, subtask);
    if (state != null) {
      harness.harness.initializeState(state);
    }
    harness.harness.open();
    return harness;
  }

  /** Restored at a processing time in ms. */
  static WindowHarness openAt(
      long processingTime,
      WindowShape shape,
      KeyTimeSettings settings,
      StateBackends backend,
      OperatorSubtaskState state)
      throws Exception {
    WindowHarness harness = new WindowHarness(operator(shape, settings), backend, 1, 0);
    harness.processingTime(processingTime);
    harness.harness.initializeState(state);
    harness.harness.open();
    return harness;
  }

  /** Flink's own operator for the same windows. */
  static WindowHarness openStock(WindowShape shape, StateBackends backend) throws Exception {
    OneInputStreamOperator<RowData, RowData> operator =
        SlicingWindowAggOperatorBuilder.builder()
            .inputSerializer(inputSerializer())
            .shiftTimeZone(shape.zone())
            .keySerializer(new RowDataSerializer(STRING))
            .assigner(shape.slices(ROWTIME))
            .aggregate(CountSumMax.generated(), CountSumMax.accumulatorSerializer())
            .countStarIndex(shape.kind() == WindowShape.Kind.HOP ? CountSumMax.COUNT_STAR : -1)
            .build();
    WindowHarness harness = new WindowHarness(operator, backend, 1, 0);
    harness.harness.open();
    return harness;
  }

  static KeyWatermarkWindowAggOperator operator(WindowShape shape, KeyTimeSettings settings) {
    return operator(shape, settings, CountSumMax.generated());
  }

  static KeyWatermarkWindowAggOperator operator(
      WindowShape shape,
      KeyTimeSettings settings,
      GeneratedNamespaceAggsHandleFunction<Long> aggregates) {
    return new KeyWatermarkWindowAggOperator(
        aggregates,
        CountSumMax.accumulatorSerializer(),
        shape.slices(0),
        InputTime.rowtime(ROWTIME, settings.delay()),
        shape.zone(),
        settings.policy());
  }

  // ----------------------------------------------------------------------------------- input

  void read(String key, long time, long value) throws Exception {
    read(Reading.of(key, time, value));
  }

  void read(Reading reading) throws Exception {
    readRow(binaryRowOf(reading));
  }

  void readRow(RowData row) throws Exception {
    harness.processElement(new StreamRecord<>(row));
  }

  void watermark(long watermark) throws Exception {
    harness.processWatermark(watermark);
  }

  void processingTime(long time) throws Exception {
    harness.setProcessingTime(time);
  }

  static GenericRowData rowOf(Reading reading) {
    return GenericRowData.of(
        StringData.fromString(reading.key()),
        reading.value(),
        TimestampData.fromEpochMillis(reading.time()));
  }

  /** The row as it comes over the network. */
  static BinaryRowData binaryRowOf(Reading reading) {
    return inputSerializer().toBinaryRow(rowOf(reading));
  }

  private static RowDataSerializer inputSerializer() {
    return new RowDataSerializer(STRING, new BigIntType(), new TimestampType(3));
  }

  private static RowData keyOf(RowData row) {
    BinaryRowData key = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(key);
    writer.writeString(0, row.getString(0));
    writer.complete();
    return key;
  }

  static int keyGroupOf(String key) {
    return KeyGroupRangeAssignment.assignToKeyGroup(
        keyOf(rowOf(Reading.of(key, 0, 0))), MAX_PARALLELISM);
  }

  /** Some keys of one key group: any of them may share a watermark. */
  static List<String> keysOfOneKeyGroup(int count) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "key-" + i)
        .filter(key -> keyGroupOf(key) == 0)
        .limit(count)
        .toList();
  }

  /** The subtask that has a key's state. */
  static int subtaskOf(String key, int parallelism) {
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
        keyOf(rowOf(Reading.of(key, 0, 0))), MAX_PARALLELISM, parallelism);
  }

  // ---------------------------------------------------------------------------------- output

  /** What came out since the last call: {@link WindowRow}s and {@link Watermark}s, in order. */
  List<Object> output() {
    List<Object> output = new ArrayList<>();
    for (Object element = harness.getOutput().poll();
        element != null;
        element = harness.getOutput().poll()) {
      output.add(
          element instanceof StreamRecord<?> record
              ? WindowRow.of((RowData) record.getValue())
              : element);
    }
    return output;
  }

  /** The windows that came out since the last call; forgets the watermarks among them. */
  List<WindowRow> rows() {
    return output().stream()
        .filter(WindowRow.class::isInstance)
        .map(WindowRow.class::cast)
        .toList();
  }

  void dropOutput() {
    harness.getOutput().clear();
  }

  long counter(String name) {
    return ((Counter) Objects.requireNonNull(metrics.operator.get(name), name)).getCount();
  }

  long gauge(String name) {
    return (Long) ((Gauge<?>) Objects.requireNonNull(metrics.operator.get(name), name)).getValue();
  }

  // ----------------------------------------------------------------------------------- state

  /** Keys that have an entry of open windows. */
  long keysInState() throws Exception {
    snapshot(); // writes back what is cached
    return harness
        .getOperator()
        .getKeyedStateBackend()
        .getKeys("key-windows", VoidNamespace.INSTANCE)
        .count();
  }

  /**
   * All entries of all states of all keys, with RocksDB's timers among them; not after a restore on
   * RocksDB, which keeps removed timers in a write buffer for a while.
   */
  int stateEntries() {
    return ((TestableKeyedStateBackend) harness.getOperator().getKeyedStateBackend())
        .numKeyValueStateEntries();
  }

  int timers() {
    return harness.numEventTimeTimers();
  }

  int processingTimeTimers() {
    return harness.numProcessingTimeTimers();
  }

  OperatorSubtaskState snapshot() throws Exception {
    return harness.snapshot(1, 1);
  }

  /** The synchronous half of a snapshot; {@link #finish} does the other. */
  OperatorSnapshotFutures beginSnapshot() throws Exception {
    return harness
        .getOperator()
        .snapshotState(
            1,
            1,
            CheckpointOptions.forCheckpointWithDefaultLocation(),
            new MemCheckpointStreamFactory(16 << 20));
  }

  static OperatorSubtaskState finish(OperatorSnapshotFutures snapshot) throws Exception {
    return new OperatorSnapshotFinalizer(snapshot).getJobManagerOwnedState();
  }

  @Override
  public void close() throws Exception {
    harness.close();
    harness.getEnvironment().close();
  }

  /** Keeps the operator's metrics, to be asked by name. */
  private static final class Metrics extends InterceptingTaskMetricGroup {

    private final InterceptingOperatorMetricGroup operator = new InterceptingOperatorMetricGroup();

    @Override
    public InternalOperatorMetricGroup getOrAddOperator(OperatorID id, String name) {
      return operator;
    }
  }
}
