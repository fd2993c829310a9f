/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.Serializable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The maximum number of bytes by which a record makes the accumulators of its slot grow. It is 0
 * for numbers. It is the size of the record's values where they may be kept, as with MAX of
 * strings, COLLECT, DISTINCT and user-defined functions. A repeated value is counted each time, so
 * the estimate is too high rather than too low.
 */
public final class RecordGrowth implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The accumulators do not grow with the records. */
  public static final RecordGrowth NONE = new RecordGrowth(0, new int[0], new LogicalType[0]);

  /** The overhead of a value as a Java object, in bytes. */
  private static final int OBJECT = 64;

  /**
   * The size assumed for arrays, maps and the like, whose actual size would be expensive to
   * compute.
   */
  private static final int UNKNOWN = 1024;

  private final int fixed;
  private final int[] columns;
  private final LogicalType[] types;

  /**
   * @param fixed bytes for any record
   * @param columns those whose values may be kept, and are not of a fixed length
   * @param types their types
   */
  public RecordGrowth(int fixed, int[] columns, LogicalType[] types) {
    this.fixed = fixed;
    this.columns = columns;
    this.types = types;
  }

  boolean isNone() {
    return fixed == 0 && columns.length == 0;
  }

  long of(RowData row) {
    long bytes = fixed;
    for (int i = 0; i < columns.length; i++) {
      if (!row.isNullAt(columns[i])) {
        bytes += OBJECT + sizeOf(row, columns[i], types[i]);
      }
    }
    return bytes;
  }

  private static long sizeOf(RowData row, int column, LogicalType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
      case VARCHAR:
        return row.getString(column).toBytes().length;
      case BINARY:
      case VARBINARY:
        return row.getBinary(column).length;
      default:
        return row instanceof BinaryRowData ? ((BinaryRowData) row).getSizeInBytes() : UNKNOWN;
    }
  }
}
