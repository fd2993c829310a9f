/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/**
 * Time per record of the same operator with Flink's timer service and with the key-level one,
 * including key selection. Each record registers a timer, and the oldest timer of its key fires. So
 * a key always has as many timers as the parameter says. All keys have the same event time, so that
 * Flink's service fires as many timers. The watermark advances ten times per round over the keys.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args="KeyTimerService"
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class KeyTimerServiceBenchmark {

  private static final long SECOND = 1_000;
  private static final int WATERMARKS_PER_ROUND = 10;
  private static final KeyTimeSettings KEY_TIME = KeyTimeSettings.of(0, 60 * SECOND);

  /** The timer service. */
  public enum Service {
    FLINK,
    TRILINK
  }

  @Param({"FLINK", "TRILINK"})
  public Service service;

  @Param({"HEAP", "ROCKSDB"})
  public String backend;

  @Param({"1000", "100000", "1000000"})
  public int keys;

  @Param({"1", "100", "10000"})
  public int timersPerKey;

  private KeyTimeHarness harness;
  private BinaryRowData[] rows;
  private int next;
  private long second;

  @Setup
  public void open() throws Exception {
    if ((long) keys * timersPerKey > 10_000_000) {
      throw new IllegalArgumentException("More than 10 million timers do not fit.");
    }
    StateBackends stateBackend = StateBackends.valueOf(backend);
    Operator operator = new Operator(timersPerKey);
    harness =
        switch (service) {
          case FLINK -> KeyTimeHarness.openStock(operator, stateBackend);
          case TRILINK -> KeyTimeHarness.open(operator, KEY_TIME, stateBackend);
        };
    rows = new BinaryRowData[keys];
    for (int i = 0; i < keys; i++) {
      rows[i] = KeyTimeHarness.binaryRowOf(Reading.of("device-" + (long) i * 7919 % keys, 0, i));
    }
    for (long i = 0; i < (long) keys * timersPerKey; i++) {
      record();
    }
  }

  @Benchmark
  public void record() throws Exception {
    BinaryRowData row = rows[next];
    long time = second * SECOND;
    row.setTimestamp(KeyTimeHarness.ROWTIME, TimestampData.fromEpochMillis(time), 3);
    harness.process(new StreamRecord<>(row, time));
    next++;
    if (next % (keys / WATERMARKS_PER_ROUND) == 0) {
      harness.watermark(time - SECOND + SECOND * next / keys);
      harness.dropOutput();
    }
    if (next == keys) {
      next = 0;
      second++;
    }
  }

  @TearDown
  public void close() throws Exception {
    harness.close();
  }

  /** Registers a timer for each record, to fire that many records of the key later. */
  private record Operator(int timersPerKey) implements StockOperator {

    @Override
    public AbstractStreamOperator<RowData> create() {
      return new Timers(timersPerKey * SECOND);
    }

    @Override
    public LogicalType[] output() {
      return KeyTimeHarness.input();
    }

    @Override
    public String show(RowData row) {
      return row.toString();
    }
  }

  private static final class Timers extends AbstractStreamOperator<RowData>
      implements OneInputStreamOperator<RowData, RowData>, Triggerable<RowData, VoidNamespace> {

    private static final long serialVersionUID = 1L;

    private final long after;
    private transient InternalTimerService<VoidNamespace> timers;

    private Timers(long after) {
      this.after = after;
    }

    @Override
    public void open() throws Exception {
      super.open();
      timers = getInternalTimerService("timers", VoidNamespaceSerializer.INSTANCE, this);
    }

    @Override
    public void processElement(StreamRecord<RowData> record) {
      timers.registerEventTimeTimer(VoidNamespace.INSTANCE, record.getTimestamp() + after);
    }

    @Override
    public void onEventTime(InternalTimer<RowData, VoidNamespace> timer) {}

    @Override
    public void onProcessingTime(InternalTimer<RowData, VoidNamespace> timer) {}
  }
}
