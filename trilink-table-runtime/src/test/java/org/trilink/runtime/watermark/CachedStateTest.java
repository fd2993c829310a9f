/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.harness.KeyedHarness;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/**
 * All that a function can do with its state is as on Flink's heap backend, also if it is cached.
 */
class CachedStateTest {

  private static final KeyTimeSettings TIME = KeyTimeSettings.of(0, UNBOUNDED);
  private static final int RECORDS = 8_000;
  private static final List<Operation> OPERATIONS = List.of(Operation.values());

  @ParameterizedTest
  @CsvSource({
    "ROCKSDB, 5, 20, 0.5",
    "ROCKSDB_CACHING_LITTLE, 5, 20, 0.5",
    "ROCKSDB, 2, 8000, 0.01", // more entries than are read as a whole
    "ROCKSDB_CACHING_LITTLE, 2, 8000, 0.01"
  })
  void resultsAreThoseOfFlinksHeap(
      StateBackends backend, int keys, int entries, double otherThanPutAndGet) throws Exception {
    List<Reading> input = input(keys, entries, otherThanPutAndGet);

    assertThat(resultsAcrossFailures(Operations.OPERATOR, backend, input))
        .isEqualTo(resultsOfFlink(Operations.OPERATOR, StateBackends.HEAP, input));
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(names = {"ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void keysThatAreEqualInRocksDbAreOne(StateBackends backend) throws Exception {
    List<Reading> input = input(5, 20, 0.5);

    assertThat(resultsAcrossFailures(CountsByBytes.OPERATOR, backend, input))
        .isEqualTo(resultsOfFlink(CountsByBytes.OPERATOR, StateBackends.ROCKSDB, input));
  }

  private static List<Reading> input(int keys, int entries, double otherThanPutAndGet) {
    Random random = new Random(entries);
    List<Reading> input = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      boolean isAnyOperation = random.nextDouble() < otherThanPutAndGet;
      Operation operation =
          isAnyOperation
              ? OPERATIONS.get(random.nextInt(OPERATIONS.size()))
              : random.nextInt(5) < 4 ? Operation.PUT : Operation.GET;
      int value = random.nextInt(entries) * OPERATIONS.size() + OPERATIONS.indexOf(operation);
      input.add(Reading.of("key-" + random.nextInt(keys), i, value));
    }
    return input;
  }

  private static List<String> resultsOfFlink(
      StockOperator operator, StateBackends backend, List<Reading> input) throws Exception {
    try (KeyTimeHarness flink = KeyTimeHarness.openStock(operator, backend)) {
      for (Reading reading : input) {
        flink.read(reading);
      }
      return flink.rows();
    }
  }

  private static List<String> resultsAcrossFailures(
      StockOperator operator, StateBackends backend, List<Reading> input) throws Exception {
    Random random = new Random(3);
    List<String> results = new ArrayList<>();
    KeyTimeHarness running = KeyTimeHarness.open(operator, TIME, backend);
    for (Reading reading : input) {
      running.read(reading);
      if (random.nextInt(400) == 0) {
        results.addAll(running.rows());
        OperatorSubtaskState state = running.snapshot();
        if (random.nextBoolean()) {
          running.close();
          running = KeyTimeHarness.open(operator, TIME, backend, 1, 0, state);
        }
      }
    }
    results.addAll(running.rows());
    running.close();
    return results;
  }

  private enum Operation {
    PUT,
    GET,
    CONTAINS,
    REMOVE,
    SUM,
    SUM_OF_KEYS_AND_VALUES,
    REMOVE_SOME,
    REMOVE_LATE,
    SET_SOME,
    IS_EMPTY,
    CLEAR
  }

  /** Counts records by an array of a byte: two equal ones are different objects. */
  private static final class CountsByBytes extends KeyedProcessFunction<RowData, RowData, RowData> {

    private static final long serialVersionUID = 1L;

    static final StockOperator OPERATOR = operator(CountsByBytes::new);

    private transient MapState<byte[], Long> counts;

    @Override
    public void open(Configuration parameters) {
      counts =
          getRuntimeContext()
              .getMapState(
                  new MapStateDescriptor<>(
                      "counts", BytePrimitiveArraySerializer.INSTANCE, LongSerializer.INSTANCE));
    }

    @Override
    public void processElement(RowData row, Context context, Collector<RowData> out)
        throws Exception {
      long all = 0;
      for (Long count : counts.values()) {
        all += count;
      }
      byte value = (byte) row.getLong(KeyTimeHarness.VALUE);
      Long before = counts.get(new byte[] {value});
      long count = before == null ? 1 : before + 1;
      counts.put(new byte[] {value}, count);
      out.collect(GenericRowData.of(row.getString(0), count, all));
    }
  }

  private static StockOperator operator(
      Supplier<KeyedProcessFunction<RowData, RowData, RowData>> function) {
    return new StockOperator() {
      @Override
      public AbstractStreamOperator<RowData> create() {
        return new KeyedProcessOperator<>(function.get());
      }

      @Override
      public LogicalType[] output() {
        return new LogicalType[] {KeyedHarness.KEY, new BigIntType(), new BigIntType()};
      }

      @Override
      public String show(RowData row) {
        return row.getString(0) + " " + row.getLong(1) + " " + row.getLong(2);
      }
    };
  }

  /** Does one operation for each record, and emits what it sees. */
  private static final class Operations extends KeyedProcessFunction<RowData, RowData, RowData> {

    private static final long serialVersionUID = 1L;

    static final StockOperator OPERATOR = operator(Operations::new);

    private transient MapState<Long, Long> map;
    private transient ValueState<Long> records;

    @Override
    public void open(Configuration parameters) {
      map =
          getRuntimeContext().getMapState(new MapStateDescriptor<>("map", Types.LONG, Types.LONG));
      records = getRuntimeContext().getState(new ValueStateDescriptor<>("records", Types.LONG));
    }

    @Override
    public void processElement(RowData row, Context context, Collector<RowData> out)
        throws Exception {
      long value = row.getLong(KeyTimeHarness.VALUE);
      long result =
          result(OPERATIONS.get((int) (value % OPERATIONS.size())), value / OPERATIONS.size());
      out.collect(GenericRowData.of(row.getString(0), result, count()));
    }

    private long count() throws Exception {
      Long before = records.value();
      if (before != null && before == 100) {
        records.clear();
        return 0;
      }
      records.update(before == null ? 1 : before + 1);
      return records.value();
    }

    private long result(Operation operation, long key) throws Exception {
      return switch (operation) {
        case PUT -> {
          map.put(key, key * 7 + count());
          yield 0;
        }
        case GET -> {
          Long value = map.get(key);
          yield value == null ? -1 : value;
        }
        case CONTAINS -> map.contains(key) ? 1 : 0;
        case REMOVE -> {
          map.remove(key);
          yield 0;
        }
        case SUM -> sum();
        case SUM_OF_KEYS_AND_VALUES -> sum(map.keys()) * 31 + sum(map.values());
        case REMOVE_SOME -> removeSome(key % 5);
        case REMOVE_LATE -> removeLate(key % 5);
        case SET_SOME -> setSome(key % 5);
        case IS_EMPTY -> map.isEmpty() ? 1 : 0;
        case CLEAR -> {
          if (key % 4 == 0) {
            map.clear();
          }
          yield sum();
        }
      };
    }

    private long sum() throws Exception {
      long sum = 0;
      for (Map.Entry<Long, Long> entry : map.entries()) {
        sum += entry.getKey() * 31 + entry.getValue();
      }
      return sum;
    }

    private static long sum(Iterable<Long> numbers) {
      long sum = 0;
      for (Long number : numbers) {
        sum += number;
      }
      return sum;
    }

    private long removeSome(long rest) throws Exception {
      long removed = 0;
      for (Iterator<Map.Entry<Long, Long>> all = map.iterator(); all.hasNext(); ) {
        if (all.next().getKey() % 5 == rest) {
          all.remove();
          removed++;
        }
      }
      return removed;
    }

    /** Removes entries when it is known already whether there are more. */
    private long removeLate(long rest) throws Exception {
      long wrong = 0;
      Iterator<Map.Entry<Long, Long>> all = map.iterator();
      for (boolean hasMore = all.hasNext(); hasMore; ) {
        long key = all.next().getKey();
        hasMore = all.hasNext();
        if (key % 5 == rest) {
          all.remove();
          wrong += map.contains(key) || map.get(key) != null ? 1 : 0;
        }
      }
      return wrong;
    }

    private long setSome(long rest) throws Exception {
      long former = 0;
      for (Map.Entry<Long, Long> entry : map.entries()) {
        if (entry.getKey() % 5 == rest) {
          former += entry.setValue(entry.getValue() + 1);
        }
      }
      return former;
    }
  }
}
