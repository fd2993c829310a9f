/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.state.ObjectSize;

/**
 * A key's windows with accumulators of any types, kept as the rows that the aggregate functions
 * return.
 */
final class RowKeyWindows extends KeyWindows {

  private static final long[] NO_ENDS = {};
  private static final RowData[] NO_ROWS = {};

  /** The estimated size of an array's header and padding, in bytes. */
  private static final int ARRAY = 24;

  /** A row and the array of its fields, in addition to the fields. */
  private static final int ROW = 64;

  private int size;
  private long[] ends = NO_ENDS;
  private RowData[] rows = NO_ROWS;

  @Override
  int size() {
    return size;
  }

  @Override
  long end(int index) {
    return ends[index];
  }

  @Override
  void setEnd(int index, long end) {
    ends[index] = end;
  }

  @Override
  boolean keepsRows() {
    return true;
  }

  @Override
  RowData accumulators(int index) {
    return rows[index];
  }

  @Override
  void setAccumulators(int index, RowData accumulators) {
    rows[index] = accumulators;
  }

  @Override
  void insert(int index, long end, RowData accumulators) {
    if (size == ends.length) {
      int capacity = size == 0 ? 1 : 2 * size;
      ends = Arrays.copyOf(ends, capacity);
      rows = Arrays.copyOf(rows, capacity);
    }
    System.arraycopy(ends, index, ends, index + 1, size - index);
    System.arraycopy(rows, index, rows, index + 1, size - index);
    ends[index] = end;
    rows[index] = accumulators;
    size++;
  }

  @Override
  void remove(int index) {
    size--;
    System.arraycopy(ends, index + 1, ends, index, size - index);
    System.arraycopy(rows, index + 1, rows, index, size - index);
    rows[size] = null;
  }

  @Override
  long bytes() {
    long bytes = 2 * ARRAY + (long) (Long.BYTES + Integer.BYTES) * ends.length;
    long largest = 0;
    for (int i = 0; i < size; i++) {
      long ofRow = ObjectSize.of(rows[i]);
      if (ofRow == ObjectSize.UNKNOWN) {
        return ObjectSize.UNKNOWN;
      }
      bytes += ROW + ofRow;
      largest = Math.max(largest, ofRow);
    }
    return aggregator() == null ? bytes : bytes + largest; // which has a copy of the live slice
  }

  @Override
  KeyWindows copySlices(TypeSerializer<RowData> serializer) {
    RowKeyWindows copy = new RowKeyWindows();
    copy.size = size;
    copy.ends = Arrays.copyOf(ends, size);
    copy.rows = new RowData[size];
    for (int i = 0; i < size; i++) {
      copy.rows[i] = serializer.copy(rows[i]);
    }
    return copy;
  }

  @Override
  void writeSlices(TypeSerializer<RowData> serializer, DataOutputView target) throws IOException {
    for (int i = 0; i < size; i++) {
      target.writeLong(ends[i]);
      serializer.serialize(rows[i], target);
    }
  }

  @Override
  void readSlices(int count, TypeSerializer<RowData> serializer, DataInputView source)
      throws IOException {
    size = count;
    ends = new long[count];
    rows = new RowData[count];
    for (int i = 0; i < count; i++) {
      ends[i] = source.readLong();
      rows[i] = serializer.deserialize(source);
    }
  }
}
