/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.aggregate;

import javax.annotation.Nullable;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.trilink.runtime.state.KeyValues;

/**
 * The estimated memory of the fields of a row of accumulators, in bytes, without the row itself.
 */
public final class AccumulatorBytes {

  /** An accumulator that is an object, and the reference to it. */
  private static final int FIELD = 24;

  /** What a DECIMAL, a TIMESTAMP or a row of its own has in addition. */
  private static final int LARGER = 32;

  private AccumulatorBytes() {}

  /**
   * The size of a row; an accumulator of a type that only its user knows counts like a number.
   *
   * @param accumulators as a generated function or a state backend returned them
   */
  public static long of(RowData accumulators) {
    long bytes = ofKnown(accumulators);
    return bytes == KeyValues.Size.UNKNOWN ? (long) FIELD * accumulators.getArity() : bytes;
  }

  /**
   * The size of a row.
   *
   * @return {@link KeyValues.Size#UNKNOWN} if an accumulator is of a type that only its user knows
   */
  static long ofKnown(RowData accumulators) {
    if (accumulators instanceof BinaryRowData) {
      return ((BinaryRowData) accumulators).getSizeInBytes();
    }
    if (!(accumulators instanceof GenericRowData)) {
      return KeyValues.Size.UNKNOWN;
    }
    GenericRowData row = (GenericRowData) accumulators;
    long bytes = (long) FIELD * row.getArity();
    for (int i = 0; i < row.getArity(); i++) {
      long more = beyondNumber(row.getField(i));
      if (more == KeyValues.Size.UNKNOWN) {
        return more;
      }
      bytes += more;
    }
    return bytes;
  }

  /** How much larger an accumulator is than a number, or {@link KeyValues.Size#UNKNOWN}. */
  private static long beyondNumber(@Nullable Object value) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return 0;
    }
    if (value instanceof BinaryStringData) {
      return ((BinaryStringData) value).getSizeInBytes();
    }
    if (value instanceof DecimalData || value instanceof TimestampData) {
      return LARGER;
    }
    if (value instanceof byte[]) {
      return ((byte[]) value).length;
    }
    if (value instanceof GenericRowData || value instanceof BinaryRowData) {
      long ofRow = ofKnown((RowData) value);
      return ofRow == KeyValues.Size.UNKNOWN ? ofRow : LARGER + ofRow;
    }
    return KeyValues.Size.UNKNOWN;
  }
}
