/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.trilink.runtime.merge.GeneratedMergingWindowAggsHandler;

/**
 * COUNT(*), SUM(value), MAX(value) and the window's end, as Flink's generator would write them: a
 * new accumulator row each time. COUNT(*) is at position 0 of the accumulators.
 */
public class CountSumMax implements NamespaceAggsHandleFunction<Long> {

  public static final int COUNT_STAR = 0;
  static final int OUTPUT_FIELDS = 4;

  private static final int VALUE = 1;

  private long count;
  private long sum;
  private long max;

  public static GeneratedNamespaceAggsHandleFunction<Long> generated() {
    return new Prepared() {
      private static final long serialVersionUID = 1L;

      @Override
      NamespaceAggsHandleFunction<Long> create() {
        return new CountSumMax();
      }
    };
  }

  /**
   * The aggregates over merged rows (key, count, sum, maximum value, ...), of two handlers as the
   * planner makes them.
   */
  static GeneratedNamespaceAggsHandleFunction<Long> generatedOfMerged() {
    return new GeneratedMergingWindowAggsHandler<>(null, mergingRows(), generated());
  }

  private static GeneratedNamespaceAggsHandleFunction<Long> mergingRows() {
    return new Prepared() {
      private static final long serialVersionUID = 1L;

      @Override
      NamespaceAggsHandleFunction<Long> create() {
        return new CountSumMax() {
          @Override
          public void merge(Long window, RowData row) throws Exception {
            super.merge(window, GenericRowData.of(row.getLong(1), row.getLong(2), row.getLong(3)));
          }
        };
      }
    };
  }

  public static LogicalType[] accumulatorTypes() {
    return new LogicalType[] {new BigIntType(), new BigIntType(), new BigIntType()};
  }

  @Override
  public void open(StateDataViewStore store) throws Exception {}

  @Override
  public RowData createAccumulators() {
    return GenericRowData.of(0L, 0L, Long.MIN_VALUE);
  }

  @Override
  public void setAccumulators(Long window, RowData accumulators) {
    count = accumulators.getLong(0);
    sum = accumulators.getLong(1);
    max = accumulators.getLong(2);
  }

  @Override
  public void accumulate(RowData row) throws Exception {
    count++;
    sum += row.getLong(VALUE);
    max = Math.max(max, row.getLong(VALUE));
  }

  @Override
  public void retract(RowData row) {
    throw new UnsupportedOperationException("The input is insert-only.");
  }

  @Override
  public void merge(Long window, RowData other) throws Exception {
    count += other.getLong(0);
    sum += other.getLong(1);
    max = Math.max(max, other.getLong(2));
  }

  @Override
  public RowData getAccumulators() {
    return GenericRowData.of(count, sum, max);
  }

  @Override
  public RowData getValue(Long windowEnd) throws Exception {
    return GenericRowData.of(count, sum, max, windowEnd);
  }

  @Override
  public void cleanup(Long window) throws Exception {}

  @Override
  public void close() {}

  /** A compiled class instead of generated code. */
  abstract static class Prepared extends GeneratedNamespaceAggsHandleFunction<Long> {

    private static final long serialVersionUID = 1L;

    Prepared() {
      super("Prepared", "", new Object[0]);
    }

    abstract NamespaceAggsHandleFunction<Long> create();

    @Override
    public NamespaceAggsHandleFunction<Long> newInstance(ClassLoader classLoader) {
      return create();
    }
  }
}
