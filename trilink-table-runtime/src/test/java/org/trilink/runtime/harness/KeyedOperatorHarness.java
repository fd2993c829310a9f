package org.trilink.runtime.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.checkpoint.CheckpointType;
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
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;
import org.trilink.runtime.window.StateBackends;

/**
 * Runs a keyed operator of one or two inputs on Flink's test harness: rows in, rows out as text.
 * The key is the first column of each input, a VARCHAR.
 */
public final class KeyedOperatorHarness implements AutoCloseable {

  public static final int MAX_PARALLELISM = 16;

  private static final LogicalType KEY = new VarCharType(VarCharType.MAX_LENGTH);
  private static final long MANAGED_MEMORY = 64 << 20;

  private final Metrics metrics = new Metrics();
  private final KeyedOperator operator;
  private final AbstractStreamOperator<RowData> keyed;
  private final Harness harness;

  private KeyedOperatorHarness(
      KeyedOperator operator, StateBackends backend, int parallelism, int subtask)
      throws Exception {
    this.operator = operator;
    keyed = operator.create();
    MockEnvironment environment =
        new MockEnvironmentBuilder()
            .setManagedMemorySize(MANAGED_MEMORY)
            .setMaxParallelism(MAX_PARALLELISM)
            .setParallelism(parallelism)
            .setSubtaskIndex(subtask)
            .setMetricGroup(metrics)
            .build();
    harness = new Harness(operator.wrap(keyed), environment);
    harness.setStateBackend(backend.create());
    harness.setup(new RowDataSerializer(operator.output()));
  }

  /** What is to be run. */
  public interface KeyedOperator {

    AbstractStreamOperator<RowData> create();

    LogicalType[] output();

    /** An output row as text. */
    String show(RowData row);

    /** What makes the operator that is run, of the one that has the state. */
    default StreamOperatorFactory<RowData> wrap(AbstractStreamOperator<RowData> operator) {
      return SimpleOperatorFactory.of(operator);
    }

    /** The same, wrapped. */
    default KeyedOperator wrappedBy(
        Function<StreamOperatorFactory<RowData>, StreamOperatorFactory<RowData>> wrapper) {
      KeyedOperator inner = this;
      return new KeyedOperator() {
        @Override
        public AbstractStreamOperator<RowData> create() {
          return inner.create();
        }

        @Override
        public LogicalType[] output() {
          return inner.output();
        }

        @Override
        public String show(RowData row) {
          return inner.show(row);
        }

        @Override
        public StreamOperatorFactory<RowData> wrap(AbstractStreamOperator<RowData> operator) {
          return wrapper.apply(inner.wrap(operator));
        }
      };
    }
  }

  // -------------------------------------------------------------------------------- creation

  public static KeyedOperatorHarness open(KeyedOperator operator, StateBackends backend)
      throws Exception {
    return open(operator, backend, 1, 0, null);
  }

  /** One of several subtasks, restored; null for no state. */
  public static KeyedOperatorHarness open(
      KeyedOperator operator,
      StateBackends backend,
      int parallelism,
      int subtask,
      @Nullable OperatorSubtaskState state)
      throws Exception {
    KeyedOperatorHarness harness =
        new KeyedOperatorHarness(operator, backend, parallelism, subtask);
    if (state != null) {
      harness.harness.initializeState(state);
    }
    harness.harness.open();
    return harness;
  }

  /** One of two subtasks that go on with the state of a single one. */
  public static KeyedOperatorHarness openHalf(
      KeyedOperator operator, StateBackends backend, int subtask, OperatorSubtaskState ofSingleOne)
      throws Exception {
    return open(
        operator,
        backend,
        2,
        subtask,
        AbstractStreamOperatorTestHarness.repartitionOperatorState(
            ofSingleOne, MAX_PARALLELISM, 1, 2, subtask));
  }

  // ----------------------------------------------------------------------------------- input

  /** A record of the only input. */
  public void process(RowData row) throws Exception {
    OneInputStreamOperator<RowData, RowData> one = harness.running();
    StreamRecord<RowData> record = new StreamRecord<>(row);
    one.setKeyContextElement(record);
    one.processElement(record);
  }

  public void process1(RowData row) throws Exception {
    TwoInputStreamOperator<RowData, RowData, RowData> two = harness.running();
    StreamRecord<RowData> record = new StreamRecord<>(row);
    two.setKeyContextElement1(record);
    two.processElement1(record);
  }

  public void process2(RowData row) throws Exception {
    TwoInputStreamOperator<RowData, RowData, RowData> two = harness.running();
    StreamRecord<RowData> record = new StreamRecord<>(row);
    two.setKeyContextElement2(record);
    two.processElement2(record);
  }

  /** A watermark of the only input. */
  public void watermark(long watermark) throws Exception {
    OneInputStreamOperator<RowData, RowData> one = harness.running();
    one.processWatermark(new Watermark(watermark));
  }

  public void watermark1(long watermark) throws Exception {
    TwoInputStreamOperator<RowData, RowData, RowData> two = harness.running();
    two.processWatermark1(new Watermark(watermark));
  }

  public void watermark2(long watermark) throws Exception {
    TwoInputStreamOperator<RowData, RowData, RowData> two = harness.running();
    two.processWatermark2(new Watermark(watermark));
  }

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

  /** The subtask that has the state of a row's key. */
  public static int subtaskOf(RowData row, int parallelism) {
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
        keyOf(row), MAX_PARALLELISM, parallelism);
  }

  // ---------------------------------------------------------------------------------- output

  /** What came out since the last call, in order: rows as text, {@link Watermark}s, and so on. */
  public List<Object> output() {
    List<Object> output = new ArrayList<>();
    for (Object element = harness.getOutput().poll();
        element != null;
        element = harness.getOutput().poll()) {
      output.add(
          element instanceof StreamRecord<?> record
              ? operator.show((RowData) record.getValue())
              : element);
    }
    return output;
  }

  /** The rows that came out since the last call; forgets the watermarks among them. */
  public List<String> rows() {
    return output().stream().filter(String.class::isInstance).map(String.class::cast).toList();
  }

  public long counter(String name) {
    return ((Counter) Objects.requireNonNull(metrics.operator.get(name), name)).getCount();
  }

  // ----------------------------------------------------------------------------------- state

  /**
   * All entries of all states of all keys, with RocksDB's timers among them; not after a restore on
   * RocksDB, which keeps removed timers in a write buffer for a while.
   */
  public int stateEntries() throws Exception {
    snapshot(); // writes back what is held
    return ((TestableKeyedStateBackend) keyed.getKeyedStateBackend()).numKeyValueStateEntries();
  }

  /** Keys that have something in a state without namespace. */
  public long keysIn(String state) {
    return keyed.getKeyedStateBackend().getKeys(state, VoidNamespace.INSTANCE).count();
  }

  /** Timers in Flink's own service: the operator must not be wrapped. */
  public int timers() {
    return harness.numEventTimeTimers();
  }

  public OperatorSubtaskState snapshot() throws Exception {
    harness.prepareSnapshotPreBarrier(1);
    return harness.snapshot(1, 1);
  }

  /** In the form that every state backend reads. */
  public OperatorSubtaskState savepoint() throws Exception {
    harness.prepareSnapshotPreBarrier(1);
    return harness.snapshotWithLocalState(1, 1, CheckpointType.SAVEPOINT).getJobManagerOwnedState();
  }

  @Override
  public void close() throws Exception {
    harness.close();
    harness.getEnvironment().close();
  }

  /** Flink has keyed harnesses, but none for two inputs that takes an environment. */
  private static final class Harness extends AbstractStreamOperatorTestHarness<RowData> {

    Harness(StreamOperatorFactory<RowData> factory, MockEnvironment environment) throws Exception {
      super(factory, environment);
      KeySelector<RowData, RowData> key = KeyedOperatorHarness::keyOf;
      config.setStatePartitioner(0, key);
      config.setStatePartitioner(1, key);
      config.setStateKeySerializer(new RowDataSerializer(KEY));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the harness has any kind
    <T> T running() {
      return (T) operator;
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
