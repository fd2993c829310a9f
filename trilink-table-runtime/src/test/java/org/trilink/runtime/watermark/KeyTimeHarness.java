package org.trilink.runtime.watermark;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.CheckpointType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.metrics.groups.InternalOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingTaskMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.TestableKeyedStateBackend;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/**
 * Runs a stock operator on Flink's test harness, with or without key-level watermarks: {@link
 * Reading}s in, rows out as text.
 *
 * <p>Input rows are (key VARCHAR, value BIGINT, rowtime TIMESTAMP(3)).
 */
final class KeyTimeHarness implements AutoCloseable {

  static final int VALUE = 1;
  static final int ROWTIME = 2;
  static final int MAX_PARALLELISM = 16;

  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final LogicalType BIGINT = new BigIntType();
  static final LogicalType[] INPUT = {STRING, BIGINT, new TimestampType(3)};
  private static final long MANAGED_MEMORY = 64 << 20;

  private final Metrics metrics = new Metrics();
  private final AbstractStreamOperator<RowData> stock;
  private final Function<RowData, String> show;
  private final Harness harness;

  private KeyTimeHarness(
      StockOperator operator,
      @Nullable KeyTimeSettings settings,
      StateBackends backend,
      int parallelism,
      int subtask)
      throws Exception {
    stock = operator.create();
    show = operator::show;
    MockEnvironment environment =
        new MockEnvironmentBuilder()
            .setManagedMemorySize(MANAGED_MEMORY)
            .setMaxParallelism(MAX_PARALLELISM)
            .setParallelism(parallelism)
            .setSubtaskIndex(subtask)
            .setMetricGroup(metrics)
            .build();
    harness =
        settings == null
            ? new Harness(stock, environment)
            : new Harness(
                new KeyWatermarkOperatorFactory(
                    SimpleOperatorFactory.of(stock),
                    operator.time(settings.delay()),
                    settings.policy()),
                environment);
    harness.setStateBackend(backend.create());
    harness.setup(new RowDataSerializer(operator.output()));
  }

  // -------------------------------------------------------------------------------- creation

  /** The operator alone, on the subtask's watermark. */
  static KeyTimeHarness openStock(StockOperator operator, StateBackends backend) throws Exception {
    KeyTimeHarness harness = new KeyTimeHarness(operator, null, backend, 1, 0);
    harness.harness.open();
    return harness;
  }

  static KeyTimeHarness open(
      StockOperator operator, KeyTimeSettings settings, StateBackends backend) throws Exception {
    return open(operator, settings, backend, 1, 0, null);
  }

  /** One of several subtasks, restored; null for no state. */
  static KeyTimeHarness open(
      StockOperator operator,
      KeyTimeSettings settings,
      StateBackends backend,
      int parallelism,
      int subtask,
      OperatorSubtaskState state)
      throws Exception {
    KeyTimeHarness harness = new KeyTimeHarness(operator, settings, backend, parallelism, subtask);
    if (state != null) {
      harness.harness.initializeState(state);
    }
    harness.harness.open();
    return harness;
  }

  /** Restored at a processing time in ms. */
  static KeyTimeHarness restoreAt(
      long processingTime,
      StockOperator operator,
      KeyTimeSettings settings,
      StateBackends backend,
      OperatorSubtaskState state)
      throws Exception {
    KeyTimeHarness harness = new KeyTimeHarness(operator, settings, backend, 1, 0);
    harness.harness.setProcessingTime(processingTime);
    harness.harness.initializeState(state);
    harness.harness.open();
    return harness;
  }

  // ----------------------------------------------------------------------------------- input

  void read(String key, long time, long value) throws Exception {
    read(Reading.of(key, time, value));
  }

  void read(Reading reading) throws Exception {
    harness.processElement(new StreamRecord<>(rowOf(reading), reading.time()));
  }

  void processRecord(StreamRecord<RowData> record) throws Exception {
    harness.processElement(record);
  }

  void watermark(long watermark) throws Exception {
    harness.processWatermark(watermark);
  }

  void processingTime(long time) throws Exception {
    harness.setProcessingTime(time);
  }

  /** The row as it comes over the network. */
  static BinaryRowData rowOf(Reading reading) {
    return new RowDataSerializer(INPUT)
        .toBinaryRow(
            GenericRowData.of(
                StringData.fromString(reading.key()),
                reading.value(),
                TimestampData.fromEpochMillis(reading.time())));
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

  /** The subtask that has a key's state. */
  static int subtaskOf(String key, int parallelism) {
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
        keyOf(rowOf(Reading.of(key, 0, 0))), MAX_PARALLELISM, parallelism);
  }

  // ---------------------------------------------------------------------------------- output

  /** What came out since the last call, in order: rows as text, {@link Watermark}s, and so on. */
  List<Object> output() {
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

  /** The rows that came out since the last call; forgets the watermarks among them. */
  List<String> rows() {
    return output().stream().filter(String.class::isInstance).map(String.class::cast).toList();
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

  AbstractStreamOperator<RowData> stock() {
    return stock;
  }

  /** All entries of all states of all keys, with RocksDB's timers among them. */
  int stateEntries() throws Exception {
    snapshot(); // writes back what is held
    return ((TestableKeyedStateBackend) stock.getKeyedStateBackend()).numKeyValueStateEntries();
  }

  /** Watermarks that are kept: of keys, or of groups of keys. */
  int watermarks() throws Exception {
    snapshot(); // writes back what is held
    return keyTime().countWatermarks();
  }

  private KeyTimeServiceManager<?> keyTime() {
    return ((KeyWatermarkOperator<?>) harness.getOneInputOperator()).keyTime();
  }

  /** Event-time timers of all keys. */
  int timers() throws Exception {
    return keyTime().countTimers();
  }

  /** Keys that stand in Flink's timer service, to be rung by the bound. */
  int rings() {
    return keyTime().countRings();
  }

  /** Keys that are looked after by processing time, whether they fell silent. */
  int checks() {
    return keyTime().countIdleChecks();
  }

  OperatorSubtaskState snapshot() throws Exception {
    return finish(beginSnapshot());
  }

  /** In the form that every state backend reads. */
  OperatorSubtaskState savepoint() throws Exception {
    return finish(
        begin(
            new CheckpointOptions(
                CheckpointType.SAVEPOINT, CheckpointStorageLocationReference.getDefault())));
  }

  /** The synchronous half of a snapshot; {@link #finish} does the other. */
  OperatorSnapshotFutures beginSnapshot() throws Exception {
    return begin(CheckpointOptions.forCheckpointWithDefaultLocation());
  }

  private OperatorSnapshotFutures begin(CheckpointOptions options) throws Exception {
    return harness
        .getOneInputOperator()
        .snapshotState(1, 1, options, new MemCheckpointStreamFactory(16 << 20));
  }

  static OperatorSubtaskState finish(OperatorSnapshotFutures snapshot) throws Exception {
    return new OperatorSnapshotFinalizer(snapshot).getJobManagerOwnedState();
  }

  @Override
  public void close() throws Exception {
    harness.close();
    harness.getEnvironment().close();
  }

  /** Flink has a keyed harness for factories, but not one that takes an environment too. */
  private static final class Harness extends OneInputStreamOperatorTestHarness<RowData, RowData> {

    @SuppressWarnings("unchecked")
    Harness(AbstractStreamOperator<RowData> stock, MockEnvironment environment) throws Exception {
      super((OneInputStreamOperator<RowData, RowData>) stock, environment);
      setKey();
    }

    Harness(KeyWatermarkOperatorFactory factory, MockEnvironment environment) throws Exception {
      super(factory, environment);
      setKey();
    }

    private void setKey() {
      KeySelector<RowData, RowData> key = KeyTimeHarness::keyOf;
      config.setStatePartitioner(0, key);
      config.setStateKeySerializer(new RowDataSerializer(STRING));
    }
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
