/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.util.concurrent.TimeUnit;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
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
import org.trilink.runtime.testing.SteadyRecords;
import org.trilink.runtime.watermark.KeyTimeSettings;

/**
 * Time per record of the key-level window aggregate and of Flink's own, in one phase, including key
 * selection, firing and output. Every key has one record per second of event time, ten per window;
 * there is a watermark every tenth of a second. All keys have the same event time, so that Flink's
 * operator drops nothing either.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args="-p backend=HEAP"
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
public class KeyWatermarkWindowAggBenchmark {

  private static final long SECOND = 1_000;
  private static final KeyTimeSettings POLICY = KeyTimeSettings.of(0, 60 * SECOND);

  /** The operator. */
  public enum Operator {
    FLINK,
    TRILINK
  }

  /** Window of the query. */
  public enum Window {
    TUMBLE,
    HOP;

    private WindowShape shape() {
      return switch (this) {
        case TUMBLE -> WindowShape.tumble(10 * SECOND);
        case HOP -> WindowShape.hop(10 * SECOND, 2 * SECOND);
      };
    }
  }

  @Param({"FLINK", "TRILINK"})
  public Operator operator;

  @Param({"HEAP", "ROCKSDB"})
  public String backend;

  @Param({"1000", "100000"})
  public int keys;

  @Param({"TUMBLE"})
  public Window window;

  private WindowHarness harness;
  private BinaryRowData[] rows;
  private SteadyRecords records;

  @Setup
  public void open() throws Exception {
    StateBackends stateBackend = StateBackends.valueOf(backend);
    harness =
        switch (operator) {
          case FLINK -> WindowHarness.openStock(window.shape(), stateBackend);
          case TRILINK -> WindowHarness.open(window.shape(), POLICY, stateBackend);
        };
    records = new SteadyRecords(keys, 0);
    rows = new BinaryRowData[keys];
    for (int i = 0; i < keys; i++) {
      rows[i] = WindowHarness.binaryRowOf(Reading.of("device-" + i * 7919 % keys, 0, i));
    }
  }

  @Benchmark
  public void record() throws Exception {
    BinaryRowData row = rows[records.key()];
    long time = records.timeMs();
    row.setTimestamp(WindowHarness.ROWTIME, TimestampData.fromEpochMillis(time), 3);
    harness.process(row);
    if (records.advance()) {
      harness.watermark(time - 1);
      harness.dropOutput();
    }
  }

  @TearDown
  public void close() throws Exception {
    harness.close();
  }
}
