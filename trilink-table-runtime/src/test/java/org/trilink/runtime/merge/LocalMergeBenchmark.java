/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

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
import org.trilink.runtime.window.Reading;

/**
 * Time per record of the local merge: ten records per key and slot, sent at the slot's end. There
 * is a watermark every tenth of a second.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args=LocalMerge
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
public class LocalMergeBenchmark {

  private static final long SECOND = 1_000;
  private static final TimeSlots SLOTS =
      new TimeSlots(10 * SECOND, 10 * SECOND, 0, LocalMergeHarness.UTC);

  @Param({"1000", "100000"})
  public int keys;

  private LocalMergeHarness merge;
  private BinaryRowData[] rows;
  private SteadyRecords records;

  @Setup
  public void open() throws Exception {
    merge = LocalMergeHarness.bySubtask(SLOTS, LocalMergeHarness.atSlotEnd()).open();
    records = new SteadyRecords(keys, 0);
    rows = new BinaryRowData[keys];
    for (int i = 0; i < keys; i++) {
      rows[i] = LocalMergeHarness.binaryRowOf(Reading.of("device-" + i * 7919 % keys, 0, i));
    }
  }

  @Benchmark
  public void record() throws Exception {
    BinaryRowData row = rows[records.key()];
    long time = records.timeMs();
    row.setTimestamp(LocalMergeHarness.ROWTIME, TimestampData.fromEpochMillis(time), 3);
    merge.process(row);
    if (records.advance()) {
      merge.watermark(time - 1);
      merge.dropOutput();
    }
  }

  @TearDown
  public void close() throws Exception {
    merge.close();
  }
}
