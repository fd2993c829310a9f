/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.concurrent.TimeUnit;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.generated.Projection;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
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
 * Time of choosing the subtask of a record, by Flink's partitioner with Flink's keys and with
 * placed ones. The key is projected from the record as Flink's generated code does it.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args="KeyPlacement -p key=BIGINT"
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KeyPlacementBenchmark {

  static final int PARALLELISM = 8;
  static final int MAX_PARALLELISM = 720;
  private static final int ROWS = 1 << 14;

  /** The kinds of keys. */
  @SuppressWarnings("ImmutableEnumChecker") // never changed
  public enum Key {
    BIGINT(RowType.of(new BigIntType()), NumberProjection::new),
    STRING_AND_INT(
        RowType.of(new VarCharType(VarCharType.MAX_LENGTH), new IntType()), TextProjection::new);

    final RowDataKeySelector selector;

    Key(RowType type, ProjectedKeys.ProjectionFactory projection) {
      selector = ProjectedKeys.selector(type, projection);
    }
  }

  @Param({"stock", "modulo", "weight", "custom"})
  public String strategy;

  @Param public Key key;

  private KeySelector<RowData, RowData> selector;
  private StreamPartitioner<RowData> partitioner;
  private SerializationDelegate<StreamRecord<RowData>> record;
  private StreamRecord<RowData> element;
  private RowData[] rows;
  private int next;

  @Setup
  public void open() {
    if (strategy.equals("stock")) {
      selector = key.selector;
      partitioner = new KeyGroupStreamPartitioner<>(selector, MAX_PARALLELISM);
    } else {
      PlacedKeySelector placed =
          new PlacedKeySelector(key.selector, placement(), strategy, MAX_PARALLELISM);
      selector = placed;
      partitioner = new PlacedKeyPartitioner(placed);
    }
    partitioner.setup(PARALLELISM);
    rows = rows();
    element = new StreamRecord<>(null);
    record = new SerializationDelegate<>(null);
    record.setInstance(element);
  }

  /** Binary rows of a number, a text, the row's index and a zero, not sorted by number. */
  static RowData[] rows() {
    LogicalType string = new VarCharType(VarCharType.MAX_LENGTH);
    RowDataSerializer serializer =
        new RowDataSerializer(new BigIntType(), string, new IntType(), new BigIntType());
    RowData[] rows = new RowData[ROWS];
    for (int i = 0; i < ROWS; i++) {
      long number = i * 7919L % ROWS;
      StringData text = StringData.fromString("sensor-" + number);
      rows[i] = serializer.toBinaryRow(GenericRowData.of(number, text, i, 0L)).copy();
    }
    return rows;
  }

  private KeyPlacementStrategy placement() {
    return switch (strategy) {
      case "modulo" -> new ModuloPlacement();
      case "weight" -> new WeightPlacement(20, 10, 10, 10, 10, 10, 15, 15);
      case "custom" -> (row, groups) -> Math.floorMod(row.hashCode(), groups);
      default -> throw new IllegalArgumentException(strategy);
    };
  }

  @Benchmark
  public int route() {
    element.replace(nextRow());
    return partitioner.selectChannel(record);
  }

  @Benchmark
  public int keyOfState() throws Exception {
    return KeyGroupRangeAssignment.assignToKeyGroup(selector.getKey(nextRow()), MAX_PARALLELISM);
  }

  private RowData nextRow() {
    next = (next + 1) & (ROWS - 1);
    return rows[next];
  }

  private abstract static class GeneratedLike implements Projection<RowData, BinaryRowData> {

    final BinaryRowData key;
    final BinaryRowWriter writer;

    GeneratedLike(int columns) {
      key = new BinaryRowData(columns);
      writer = new BinaryRowWriter(key);
    }
  }

  private static final class NumberProjection extends GeneratedLike {

    NumberProjection() {
      super(1);
    }

    @Override
    public BinaryRowData apply(RowData row) {
      writer.reset();
      if (row.isNullAt(0)) {
        writer.setNullAt(0);
      } else {
        writer.writeLong(0, row.getLong(0));
      }
      writer.complete();
      return key;
    }
  }

  private static final class TextProjection extends GeneratedLike {

    TextProjection() {
      super(2);
    }

    @Override
    public BinaryRowData apply(RowData row) {
      writer.reset();
      if (row.isNullAt(1)) {
        writer.setNullAt(0);
      } else {
        writer.writeString(0, row.getString(1));
      }
      if (row.isNullAt(2)) {
        writer.setNullAt(1);
      } else {
        writer.writeInt(1, row.getInt(2));
      }
      writer.complete();
      return key;
    }
  }
}
