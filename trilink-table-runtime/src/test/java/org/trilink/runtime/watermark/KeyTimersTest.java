/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.state.KeyedValues;
import org.trilink.runtime.window.StateBackends;

/** Compares timers of several keys with plain sets, in few and in many runs, across snapshots. */
@Tag("slow")
class KeyTimersTest {

  private static final Comparator<KeyTimer<Long>> BY_TIME =
      Comparator.<KeyTimer<Long>>comparingLong(KeyTimer::time)
          .thenComparingLong(KeyTimer::namespace);

  private enum Call {
    ADD,
    REMOVE,
    POLL,
    EARLIEST,
    FORGET
  }

  private static final List<Call> OTHERS = List.of(Call.REMOVE, Call.POLL, Call.EARLIEST);

  /** A budget of a byte is full with one key. */
  @ParameterizedTest(name = "{0} then {1}, times below {2}, {3} bytes for keys beside the backend")
  @CsvSource({
    "HEAP, HEAP, 30, 1",
    "HEAP, HEAP, 3000, 1",
    "ROCKSDB, ROCKSDB, 30, 1",
    "ROCKSDB, ROCKSDB, 30, 1000000",
    "ROCKSDB, ROCKSDB, 3000, 1",
    "ROCKSDB, ROCKSDB, 3000, 4000",
    "ROCKSDB, ROCKSDB, 3000, 1000000",
    "HEAP, ROCKSDB, 3000, 4000",
    "ROCKSDB, HEAP, 3000, 4000"
  })
  void equalsPlainSets(StateBackends first, StateBackends second, int times, long budget)
      throws Exception {
    Random random = new Random(times);
    Map<String, NavigableSet<KeyTimer<Long>>> model = new HashMap<>();
    KeyedOperatorHarness harness = KeyedOperatorHarness.open(new Timers.Operator(budget), first);
    try {
      for (int round = 0; round < 4; round++) {
        boolean grows = round % 2 == 0;
        for (int i = 0; i < 8_000; i++) {
          change(harness, model, random, grows, times);
        }
        var savepoint = harness.savepoint();
        for (int i = 0; i < 500; i++) { // must not be in the savepoint
          harness.process(Timers.row("a", Call.ADD, random.nextInt(times), 9));
          harness.process(Timers.row("a", Call.POLL, random.nextInt(times), 0));
        }
        harness.close();
        harness =
            KeyedOperatorHarness.open(
                new Timers.Operator(budget), round % 2 == 0 ? second : first, 1, 0, savepoint);
      }
      for (String key : model.keySet()) {
        harness.output();
        while (!model.get(key).isEmpty()) {
          harness.process(Timers.row(key, Call.POLL, times, 0));
          assertThat(harness.rows()).containsExactly("" + model.get(key).pollFirst().time());
        }
        harness.process(Timers.row(key, Call.FORGET, 0, 0));
        assertThat(harness.rows()).containsExactly("true");
      }
      harness.savepoint(); // writes the removal
      assertThat(harness.stateEntries()).isZero();
    } finally {
      harness.close();
    }
  }

  private static void change(
      KeyedOperatorHarness harness,
      Map<String, NavigableSet<KeyTimer<Long>>> model,
      Random random,
      boolean grows,
      int times)
      throws Exception {
    String key = String.valueOf((char) ('a' + random.nextInt(3)));
    NavigableSet<KeyTimer<Long>> timers = model.computeIfAbsent(key, k -> new TreeSet<>(BY_TIME));
    Call call =
        random.nextInt(10) < (grows ? 7 : 3) ? Call.ADD : OTHERS.get(random.nextInt(OTHERS.size()));
    KeyTimer<Long> timer = new KeyTimer<>(random.nextLong(times), random.nextLong(2));
    harness.process(Timers.row(key, call, timer.time(), timer.namespace()));
    String expected =
        switch (call) {
          case ADD -> "" + timers.add(timer);
          case REMOVE -> "" + timers.remove(timer);
          case FORGET -> throw new IllegalStateException("only of a key without timers");
          case EARLIEST -> "" + (timers.isEmpty() ? KeyTime.NO_TIMER : timers.first().time());
          case POLL -> {
            boolean isDue = !timers.isEmpty() && timers.first().time() <= timer.time();
            yield isDue ? "" + timers.first().time() : "null";
          }
        };
    assertThat(harness.rows()).containsExactly(expected);
    if (call == Call.POLL && !expected.equals("null")) {
      // of several timers at the earliest time any may come first
      assertThat(timers.remove(Timers.lastPolled)).isTrue();
    }
  }

  /** Applies the operation in a row to the timers of its key, and emits the result. */
  private static final class Timers extends AbstractStreamOperator<RowData>
      implements OneInputStreamOperator<RowData, RowData> {

    private static final long serialVersionUID = 1L;

    static KeyTimer<Long> lastPolled;

    private final long budget;
    private transient KeyedValues<RowData> values;
    private transient KeyTimers<Long> timers;
    private transient RowData key;
    private transient boolean isNew;

    Timers(long budget) {
      this.budget = budget;
    }

    static RowData row(String key, Call call, long time, long namespace) {
      return GenericRowData.of(
          StringData.fromString(key), StringData.fromString(call.name()), time, namespace);
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
      super.initializeState(context);
      isNew = !context.isRestored();
    }

    @Override
    public void open() throws Exception {
      super.open();
      AbstractKeyedStateBackend<RowData> backend =
          (AbstractKeyedStateBackend<RowData>) this.<RowData>getKeyedStateBackend();
      values = KeyedValues.of(backend, isNew, new OperatorMemory(budget));
      timers = KeyTimers.of("test", values, LongSerializer.INSTANCE);
      backend.registerKeySelectionListener(
          selected -> {
            if (!values.isWriting() && !selected.equals(key)) {
              timers.unload();
              values.leave();
              key = selected;
            }
          });
    }

    @Override
    public void processElement(StreamRecord<RowData> record) throws Exception {
      RowData row = record.getValue();
      long time = row.getLong(2);
      long namespace = row.getLong(3);
      String result =
          switch (Call.valueOf(row.getString(1).toString())) {
            case ADD -> "" + timers.add(time, namespace);
            case REMOVE -> "" + timers.remove(time, namespace);
            case EARLIEST -> "" + timers.earliest();
            case FORGET -> {
              timers.forget();
              yield "" + timers.isEmpty();
            }
            case POLL -> {
              lastPolled = timers.poll(time);
              yield lastPolled == null ? "null" : "" + lastPolled.time();
            }
          };
      output.collect(new StreamRecord<>(GenericRowData.of(StringData.fromString(result))));
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
      timers.unload();
      values.flush();
      super.snapshotState(context);
    }

    /** The operator that the harness runs. */
    private static final class Operator implements KeyedOperator {

      private final long budget;

      Operator(long budget) {
        this.budget = budget;
      }

      @Override
      public AbstractStreamOperator<RowData> create() {
        return new Timers(budget);
      }

      @Override
      public LogicalType[] output() {
        return new LogicalType[] {new VarCharType(VarCharType.MAX_LENGTH)};
      }

      @Override
      public String show(RowData row) {
        return row.getString(0).toString();
      }
    }
  }
}
