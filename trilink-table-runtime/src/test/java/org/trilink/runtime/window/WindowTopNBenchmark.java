/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.time.ZoneId;
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
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.testing.SteadyRecords;

/**
 * Time per record of the window Top-N and of Flink's own: the two highest of a key's ten records in
 * a window. There is a watermark every tenth of a second; no record is late.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args=WindowTopN
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
public class WindowTopNBenchmark {

  private static final long SECOND = 1_000;
  private static final long WINDOW = 10 * SECOND;
  private static final TopN TOP_2 = TopN.greatest(1, 2).in(ZoneId.of("UTC"), WINDOW);

  /** The operator. */
  public enum Operator {
    FLINK,
    TRILINK
  }

  @Param({"FLINK", "TRILINK"})
  public Operator operator;

  @Param({"HEAP", "ROCKSDB"})
  public String backend;

  @Param({"1000", "100000"})
  public int keys;

  private KeyedOperatorHarness topN;
  private BinaryRowData[] rows;
  private SteadyRecords records;

  @Setup
  public void open() throws Exception {
    topN =
        KeyedOperatorHarness.open(
            switch (operator) {
              case FLINK -> TOP_2.stock();
              case TRILINK -> TOP_2.ours();
            },
            StateBackends.valueOf(backend));
    records = new SteadyRecords(keys, 0);
    rows = new BinaryRowData[keys];
    for (int i = 0; i < keys; i++) {
      rows[i] = TOP_2.row(Reading.of("device-" + i * 7919 % keys, 0, i), i);
    }
  }

  @Benchmark
  public void record() throws Exception {
    BinaryRowData row = rows[records.key()];
    long time = records.timeMs();
    row.setTimestamp(TopN.ROWTIME, TimestampData.fromEpochMillis(time), 3);
    row.setTimestamp(
        TopN.WINDOW_END, TimestampData.fromEpochMillis((time / WINDOW + 1) * WINDOW), 3);
    row.setLong(TopN.VALUE, time * 31 % 101);
    topN.process(row);
    if (records.advance()) {
      topN.watermark(time - 1);
      topN.dropOutput();
    }
  }

  @TearDown
  public void close() throws Exception {
    topN.close();
  }
}
