/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinaryStringData;

/**
 * The estimated memory of the fields of a row of accumulators, in bytes, without the row itself.
 */
final class AccumulatorBytes {

  /** An accumulator that is an object, and the reference to it. */
  private static final int FIELD = 24;

  private AccumulatorBytes() {}

  static long of(RowData accumulators) {
    if (accumulators instanceof BinaryRowData) {
      return ((BinaryRowData) accumulators).getSizeInBytes();
    }
    long bytes = (long) FIELD * accumulators.getArity();
    if (accumulators instanceof GenericRowData) {
      for (int i = 0; i < accumulators.getArity(); i++) {
        Object value = ((GenericRowData) accumulators).getField(i);
        bytes +=
            value instanceof BinaryStringData ? ((BinaryStringData) value).getSizeInBytes() : 0;
      }
    }
    return bytes;
  }
}
