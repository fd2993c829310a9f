/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.avro;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.avro.AvroRowDataDeserializationSchema;
import org.apache.flink.formats.avro.AvroRowDataSerializationSchema;
import org.apache.flink.formats.avro.AvroToRowDataConverters;
import org.apache.flink.formats.avro.AvroToRowDataConverters.AvroToRowDataConverter;
import org.apache.flink.formats.avro.typeutils.AvroSchemaConverter;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
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
 * Time of decoding an Avro message to a row: by flink-avro, by Avro's own reader of a projected
 * schema with flink-avro's converter behind it, and by Trilink.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args="AvroDecoding"
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AvroDecodingBenchmark {

  private static final int MESSAGES = 1 << 12;

  /** Who reads. */
  public enum Decoder {
    FLINK,
    AVRO,
    TRILINK
  }

  @FunctionalInterface
  private interface Reader {
    RowData read(byte[] message) throws IOException;
  }

  @Param public BenchmarkRows message;
  @Param public Decoder decoder;

  private final byte[][] messages = new byte[MESSAGES][];
  private Reader reader;
  private int next;

  @Setup(Level.Trial)
  public void setUp() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    RowType type = message.type();
    AvroRowDataSerializationSchema writer = new AvroRowDataSerializationSchema(type);
    writer.open(null);
    for (int i = 0; i < MESSAGES; i++) {
      messages[i] = writer.serialize(message.row(random));
    }
    DeserializationSchema<RowData> flinks =
        new AvroRowDataDeserializationSchema(type, InternalTypeInfo.of(type));
    DeserializationSchema<RowData> trilinks =
        new ProjectedAvroDeserializationSchema(flinks, type, message.read(), null);
    flinks.open(BothDecoders.context());
    trilinks.open(BothDecoders.context());
    reader =
        switch (decoder) {
          case FLINK -> flinks::deserialize;
          case AVRO -> projected(type);
          case TRILINK -> trilinks::deserialize;
        };
  }

  private Reader projected(RowType type) {
    List<RowType.RowField> read =
        IntStream.range(0, type.getFieldCount())
            .filter(message.read()::reads)
            .mapToObj(type.getFields()::get)
            .collect(Collectors.toList());
    RowType readType = new RowType(false, read);
    Schema writers = AvroSchemaConverter.convertToSchema(type);
    Schema readers = AvroSchemaConverter.convertToSchema(readType);
    GenericDatumReader<GenericRecord> records = new GenericDatumReader<>(writers, readers);
    AvroToRowDataConverter converter = AvroToRowDataConverters.createRowConverter(readType);
    BinaryDecoder[] last = new BinaryDecoder[1];
    return bytes -> {
      last[0] = DecoderFactory.get().binaryDecoder(bytes, last[0]);
      return (RowData) converter.convert(records.read(null, last[0]));
    };
  }

  @Benchmark
  public RowData read() throws IOException {
    next = (next + 1) & (MESSAGES - 1);
    return reader.read(messages[next]);
  }
}
