/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.util.MathUtils;
import org.apache.flink.util.WrappingRuntimeException;
import org.trilink.runtime.merge.store.Combiner;
import org.trilink.runtime.merge.store.Increment;
import org.trilink.runtime.merge.store.MergeStore;

/** Keys and accumulators as rows and as bytes. */
final class MergeRows {

  private final int keyColumns;
  private final RowDataSerializer accumulators;
  private final MergeAggregator aggregator;

  MergeRows(int keyColumns, RowDataSerializer accumulators, MergeAggregator aggregator) {
    this.keyColumns = keyColumns;
    this.accumulators = accumulators;
    this.aggregator = aggregator;
  }

  /** A key's bucket; the same on all subtasks, at any parallelism. */
  static int bucket(RowData key) {
    return MathUtils.murmurHash(key.hashCode()) % MergeStore.BUCKETS;
  }

  BinaryRowData key(byte[] bytes) {
    return row(keyColumns, bytes);
  }

  RowData accumulator(byte[] bytes) {
    return row(accumulators.getArity(), bytes);
  }

  private static BinaryRowData row(int columns, byte[] bytes) {
    BinaryRowData row = new BinaryRowData(columns);
    row.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
    return row;
  }

  private static byte[] keyBytes(RowData key) {
    return bytes((BinaryRowData) key);
  }

  private byte[] accumulatorBytes(RowData accumulator) {
    return bytes(accumulators.toBinaryRow(accumulator));
  }

  private static byte[] bytes(BinaryRowData row) {
    return BinarySegmentUtils.copyToBytes(row.getSegments(), row.getOffset(), row.getSizeInBytes());
  }

  /**
   * An increment as bytes.
   *
   * @param window its end in ms, or {@link Increment#NO_WINDOW}
   */
  Increment increment(int bucket, long window, RowData key, RowData accumulator) {
    return new Increment(bucket, window, keyBytes(key), accumulatorBytes(accumulator));
  }

  /** A combiner of two accumulators as bytes. */
  Combiner combiner() {
    return this::combine;
  }

  private byte[] combine(byte[] stored, byte[] increment) {
    try {
      return accumulatorBytes(aggregator.merge(accumulator(stored), accumulator(increment)));
    } catch (Exception e) {
      throw new MergeFailure(e);
    }
  }

  /** An exception in an aggregate function. */
  private static final class MergeFailure extends WrappingRuntimeException {

    private static final long serialVersionUID = 1L;

    MergeFailure(Exception cause) {
      super(cause);
    }
  }
}
