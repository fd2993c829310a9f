/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of a merged row's way through the exchange, without the network: it is written as it is
 * sent, and read as it is received. By Flink's serializer of rows, by Trilink's of merged rows, and
 * as plain numbers, which is the least.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args=MergedRow
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class MergedRowBenchmark {

  /** Who writes and reads. */
  public enum Serializer {
    LEAST,
    FLINK,
    TRILINK
  }

  @Param public Serializer serializer;

  private final DataOutputSerializer sent = new DataOutputSerializer(256);
  private final DataInputDeserializer received = new DataInputDeserializer();
  private final BinaryRowData reused = new BinaryRowData(MergeOfReadings.MERGED.getFieldCount());
  private TypeSerializer<RowData> rows;
  private RowData row;

  /** The row as the local merge makes it: key, accumulators, and time and number of records. */
  @Setup
  public void setUp() {
    rows =
        serializer == Serializer.TRILINK
            ? new MergedRowSerializer(MergeOfReadings.MERGED)
            : new RowDataSerializer(MergeOfReadings.MERGED);
    BinaryRowData key = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(key);
    writer.writeLong(0, 4711);
    writer.complete();
    row =
        new JoinedRowData(
            key,
            new JoinedRowData(
                GenericRowData.of(10L, 2194L, 223L),
                GenericRowData.of(TimestampData.fromEpochMillis(1_700_000_000_000L), 10L)));
    new BinaryRowWriter(reused).complete();
  }

  @Benchmark
  public RowData way() throws IOException {
    sent.clear();
    if (serializer == Serializer.LEAST) {
      writeNumbers();
    } else {
      rows.serialize(row, sent);
    }
    received.setBuffer(sent.getSharedBuffer(), 0, sent.length());
    return serializer == Serializer.LEAST ? readNumbers() : rows.deserialize(reused, received);
  }

  private void writeNumbers() throws IOException {
    for (int i = 0; i < reused.getArity(); i++) {
      sent.writeLong(
          i == MergeOfReadings.TIME ? row.getTimestamp(i, 3).getMillisecond() : row.getLong(i));
    }
  }

  private RowData readNumbers() throws IOException {
    for (int i = 0; i < reused.getArity(); i++) {
      reused.setLong(i, received.readLong());
    }
    return reused;
  }
}
