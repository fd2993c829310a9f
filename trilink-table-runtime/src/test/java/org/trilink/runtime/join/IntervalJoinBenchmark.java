/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import java.util.concurrent.TimeUnit;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
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
import org.trilink.runtime.window.StateBackends;

/**
 * Time per record of the interval join and of Flink's own: each key has one row per second,
 * alternately left and right, and rows that are within two seconds of each other match. There is a
 * watermark every tenth of a second; no row is late.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args=IntervalJoin
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
public class IntervalJoinBenchmark {

  private static final long SECOND = 1_000;
  private static final IntervalJoin JOIN =
      IntervalJoin.of(FlinkJoinType.INNER, -2 * SECOND, 2 * SECOND);

  /** Whose operator. */
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

  private KeyedOperatorHarness join;
  private BinaryRowData[] rows;
  private SteadyRecords records;

  @Setup
  public void open() throws Exception {
    join =
        KeyedOperatorHarness.open(
            switch (operator) {
              case FLINK -> JOIN.stock();
              case TRILINK -> JOIN.ours();
            },
            StateBackends.valueOf(backend));
    records = new SteadyRecords(keys, 10); // Flink's treats times up to 0 as late
    rows = new BinaryRowData[keys];
    for (int i = 0; i < keys; i++) {
      rows[i] = IntervalJoin.row("device-" + i * 7919 % keys, i, 0);
    }
  }

  @Benchmark
  public void record() throws Exception {
    BinaryRowData row = rows[records.key()].copy(); // a join on the heap keeps the row itself
    long time = records.timeMs();
    row.setTimestamp(IntervalJoin.TIME, TimestampData.fromEpochMillis(time), 3);
    row.setLong(IntervalJoin.ID, records.second());
    if (records.second() % 2 == 0) {
      join.process1(row);
    } else {
      join.process2(row);
    }
    if (records.advance()) {
      join.watermark1(time - 1);
      join.watermark2(time - 1);
      join.dropOutput();
    }
  }

  @TearDown
  public void close() throws Exception {
    join.close();
  }
}
