/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.csv;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.csv.CsvRowDataDeserializationSchema;
import org.apache.flink.formats.csv.CsvRowDataSerializationSchema;
import org.apache.flink.table.data.RowData;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.trilink.runtime.decode.BenchmarkRows;
import org.trilink.runtime.decode.BothDecoders;

/**
 * Time of decoding a CSV message to a row, by flink-csv and by Trilink.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args="CsvDecoding"
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CsvDecodingBenchmark {

  private static final int MESSAGES = 1 << 12;

  /** Who reads. */
  public enum Decoder {
    FLINK,
    TRILINK
  }

  @Param public BenchmarkRows message;
  @Param public Decoder decoder;

  private final byte[][] messages = new byte[MESSAGES][];
  private DeserializationSchema<RowData> schema;
  private int next;

  @Setup(Level.Trial)
  public void setUp() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    CsvRowDataSerializationSchema writer =
        new CsvRowDataSerializationSchema.Builder(message.type()).build();
    writer.open(null);
    for (int i = 0; i < MESSAGES; i++) {
      messages[i] = writer.serialize(message.row(random));
    }
    CsvDialect dialect = new CsvDialect(',', '"', CsvDialect.NONE, false, ";", null, true);
    CsvRowDataDeserializationSchema flinks = CsvDecoders.flinks(message.type(), dialect);
    schema =
        decoder == Decoder.FLINK
            ? flinks
            : new ProjectedCsvDeserializationSchema(
                flinks, message.type(), message.read(), null, dialect);
    schema.open(BothDecoders.context());
  }

  @Benchmark
  public RowData read() throws IOException {
    next = (next + 1) & (MESSAGES - 1);
    return schema.deserialize(messages[next]);
  }
}
