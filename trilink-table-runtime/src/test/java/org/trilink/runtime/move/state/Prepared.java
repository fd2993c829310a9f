/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.util.Arrays;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.dataview.StateMapView;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.generated.GeneratedRecordComparator;
import org.apache.flink.table.runtime.generated.GeneratedRecordEqualiser;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.apache.flink.table.runtime.generated.RecordComparator;
import org.apache.flink.table.runtime.generated.RecordEqualiser;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.trilink.runtime.flink.AggregateHandler;
import org.trilink.runtime.harness.ReadingHarness;

/** The functions that Flink would generate for the operators of tests. */
public final class Prepared {

  private Prepared() {}

  /** COUNT(*), SUM(value), COUNT(DISTINCT value / 10), whose values are in a separate state. */
  public static GeneratedAggsHandleFunction aggregates() {
    return new GeneratedAggsHandleFunction("Aggregates", "", new Object[0]) {
      private static final long serialVersionUID = 1L;

      @Override
      public AggsHandleFunction newInstance(ClassLoader classLoader) {
        return new Aggregates();
      }
    };
  }

  public static LogicalType[] accumulators() {
    return new LogicalType[] {new BigIntType(), new BigIntType(), new BigIntType()};
  }

  public static GeneratedRecordEqualiser equaliser() {
    return new GeneratedRecordEqualiser("Equaliser", "", new Object[0]) {
      private static final long serialVersionUID = 1L;

      @Override
      public RecordEqualiser newInstance(ClassLoader classLoader) {
        return (one, other) ->
            one.getLong(0) == other.getLong(0)
                && one.getLong(1) == other.getLong(1)
                && one.getLong(2) == other.getLong(2);
      }
    };
  }

  /** Orders rows of one BIGINT in descending order. */
  static GeneratedRecordComparator descending() {
    return new GeneratedRecordComparator("Descending", "", new Object[0]) {
      private static final long serialVersionUID = 1L;

      @Override
      public RecordComparator newInstance(ClassLoader classLoader) {
        return (one, other) -> Long.compare(other.getLong(0), one.getLong(0));
      }
    };
  }

  static GeneratedJoinCondition always() {
    return new GeneratedJoinCondition("Always", "", new Object[0]) {
      private static final long serialVersionUID = 1L;

      @Override
      public JoinCondition newInstance(ClassLoader classLoader) {
        return new Always();
      }
    };
  }

  /** Selects a row of one BIGINT. */
  static RowDataKeySelector number(NumberOf number) {
    return new NumberKey(number);
  }

  /** Computes the value of a {@link #number}. */
  interface NumberOf extends ToLongFunction<RowData>, java.io.Serializable {}

  public static LogicalType[] concat(LogicalType[] types, LogicalType... more) {
    return Stream.concat(Arrays.stream(types), Arrays.stream(more)).toArray(LogicalType[]::new);
  }

  /** All columns of a row. */
  public static String show(RowData row, LogicalType[] types) {
    return IntStream.range(0, types.length)
        .mapToObj(i -> RowData.createFieldGetter(types[i], i).getFieldOrNull(row))
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  private static final class NumberKey implements RowDataKeySelector {

    private static final long serialVersionUID = 1L;

    private final NumberOf number;

    private NumberKey(NumberOf number) {
      this.number = number;
    }

    @Override
    public RowData getKey(RowData row) {
      BinaryRowData key = new BinaryRowData(1);
      BinaryRowWriter writer = new BinaryRowWriter(key);
      writer.writeLong(0, number.applyAsLong(row));
      writer.complete();
      return key;
    }

    @Override
    public InternalTypeInfo<RowData> getProducedType() {
      return InternalTypeInfo.ofFields(new BigIntType());
    }
  }

  private static final class Always extends AbstractRichFunction implements JoinCondition {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean apply(RowData left, RowData right) {
      return true;
    }
  }

  /** COUNT(*), SUM(value), and the number of different value / 10, of which 0 is NULL. */
  public static class Aggregates extends AggregateHandler {

    private static final long serialVersionUID = 1L;

    private long count;
    private long sum;
    private long distinct;
    private transient StateMapView<Object, Long, Long> values;

    @Override
    public void open(StateDataViewStore store) throws Exception {
      values =
          store.getStateMapView("distinct", true, LongSerializer.INSTANCE, LongSerializer.INSTANCE);
    }

    @Override
    public void accumulate(RowData row) throws Exception {
      count++;
      sum += row.getLong(ReadingHarness.VALUE);
      Long value = distinctOf(row);
      Long times = values.get(value);
      values.put(value, times == null ? 1 : times + 1);
      distinct += times == null ? 1 : 0;
    }

    /**
     * Returns the value of which distinct ones are counted, a tenth of the row's number; null for
     * numbers below 10.
     */
    private static Long distinctOf(RowData row) {
      long number = row.getLong(ReadingHarness.VALUE) / 10;
      return number == 0 ? null : Long.valueOf(number);
    }

    @Override
    public void retract(RowData row) throws Exception {
      count--;
      sum -= row.getLong(ReadingHarness.VALUE);
      Long value = distinctOf(row);
      long times = values.get(value);
      if (times == 1) {
        values.remove(value);
        distinct--;
      } else {
        values.put(value, times - 1);
      }
    }

    @Override
    public void merge(RowData accumulators) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void setAccumulators(RowData accumulators) {
      count = accumulators.getLong(0);
      sum = accumulators.getLong(1);
      distinct = accumulators.getLong(2);
    }

    @Override
    public void resetAccumulators() {
      count = 0;
      sum = 0;
      distinct = 0;
      values.clear();
    }

    @Override
    public RowData getAccumulators() {
      return GenericRowData.of(count, sum, distinct);
    }

    @Override
    public RowData createAccumulators() {
      return GenericRowData.of(0L, 0L, 0L);
    }

    @Override
    public void cleanup() {
      values.clear();
    }

    @Override
    public void close() {}

    @Override
    public RowData getValue() {
      return getAccumulators();
    }
  }
}
