/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.time.ZoneId;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
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
import org.trilink.runtime.key.IntegerKey;
import org.trilink.runtime.key.KeyLookup;
import org.trilink.runtime.merge.LocalMergeOperator;
import org.trilink.runtime.merge.MergeOfReadings;
import org.trilink.runtime.placement.ProjectedKeys;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/**
 * Time per record of what a query with windows does behind decoding, by the number of records that
 * a key has in a window: the window operator, the local merge, the window operator behind a local
 * merge (per merged row), and the least that is possible. A key is a BIGINT, its watermark its own,
 * the state on the heap.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args=WindowPart
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class WindowPartBenchmark {

  private static final long SECOND = 1_000;
  private static final int MAX_PARALLELISM = 128;
  private static final LogicalType BIGINT = new BigIntType();
  private static final RowType INPUT = RowType.of(BIGINT, BIGINT, new TimestampType(3));
  private static final RowDataKeySelector KEYS = ProjectedKeys.firstColumns(RowType.of(BIGINT));
  private static final KeyWatermarkPolicy POLICY =
      KeyWatermarkPolicy.ofMaxSkew(KeyWatermarkPolicy.UNBOUNDED);

  /** The parts of a query that the records may go through. */
  public enum Part {
    LEAST,
    WINDOW,
    LOCAL_MERGE,
    /** Its input is merged rows, which have the columns of {@link MergeOfReadings#MERGED}. */
    MERGED_WINDOW
  }

  @Param public Part part;

  /** A record a second; windows are as many seconds long. */
  @Param({"3", "10", "40", "1000"})
  public int recordsPerWindow;

  @Param("1000")
  public int keys;

  /** In which windows are aligned, as the session's time zone is for a TIMESTAMP_LTZ. */
  @Param("UTC")
  public String zone;

  private KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness;
  private OneInputStreamOperator<RowData, RowData> operator;
  private Long[] numbers;
  private GenericRowData row;
  private StreamRecord<RowData> record;
  private int timeColumn;
  private boolean isKeyed;
  private int key;
  private long second;

  @Setup
  public void open() throws Exception {
    WindowShape shape = WindowShape.tumble(recordsPerWindow * SECOND).in(ZoneId.of(zone));
    operator =
        switch (part) {
          case LEAST -> new LeastWindowOperator(shape.size(), Integer.highestOneBit(keys) * 4);
          case WINDOW -> window(shape, CountSumMax.generated(), 2);
          case LOCAL_MERGE -> localMerge(shape);
          case MERGED_WINDOW ->
              window(shape, CountSumMax.generatedOfMerged(), MergeOfReadings.TIME);
        };
    numbers = LongStream.range(0, keys).boxed().toArray(Long[]::new);
    boolean isMerged = part == Part.MERGED_WINDOW;
    row = isMerged ? GenericRowData.of(0L, 1L, 1L, 1L, null, 1L) : GenericRowData.of(0L, 1L, null);
    timeColumn = isMerged ? MergeOfReadings.TIME : 2;
    isKeyed = isMerged || part == Part.WINDOW;
    record = new StreamRecord<>(row);
    harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            operator, KEYS, KEYS.getProducedType(), MAX_PARALLELISM, 1, 0);
    harness.setStateBackend(new HashMapStateBackend());
    harness.setup(new NotCopied());
    harness.open();
  }

  private static KeyWatermarkWindowAggOperator window(
      WindowShape shape, GeneratedNamespaceAggsHandleFunction<Long> aggregates, int timeColumn) {
    KeyWatermarkWindowAggOperator window =
        new KeyWatermarkWindowAggOperator(
            Windowing.slices(
                aggregates, CountSumMax.accumulatorTypes(), shape.localSlices(), shape.zone()),
            InputTime.rowtime(timeColumn, 0),
            POLICY,
            keys());
    window.setOwnAggregators(true);
    return window;
  }

  private static LocalMergeOperator localMerge(WindowShape shape) {
    return MergeOfReadings.byKey(
        KEYS, keys(), shape.size(), shape.zone(), shape.localSlices(), POLICY);
  }

  private static KeyLookup keys() {
    IntegerKey key = IntegerKey.of(INPUT, new int[] {0});
    return KeyLookup.byNumber(key, key.inKeyRow());
  }

  @Benchmark
  public void record() throws Exception {
    row.setField(0, numbers[key]);
    row.setField(timeColumn, TimestampData.fromEpochMillis(second * SECOND));
    if (isKeyed) {
      operator.setKeyContextElement(record);
    }
    operator.processElement(record);
    if (++key == keys) {
      key = 0;
      second++;
      harness.getOutput().clear();
    }
  }

  @TearDown
  public void close() throws Exception {
    harness.close();
  }

  /** Rows that are put out are dropped, so they need not be copied. */
  private static final class NotCopied extends RowDataSerializer {

    private static final long serialVersionUID = 1L;

    NotCopied() {
      super(BIGINT);
    }

    @Override
    public RowData copy(RowData from) {
      return from;
    }
  }
}
