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
 * By how many bytes at most a record makes the accumulators of its slot grow: nothing where they
 * are numbers; the record's own values where they are kept, as MAX of strings, COLLECT, DISTINCT
 * and a user's functions may do. A value that comes again counts again, so that it is too much
 * rather than too little.
 */
public final class RecordGrowth implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Nothing that is kept depends on the records. */
  public static final RecordGrowth NONE = new RecordGrowth(0, new int[0], new LogicalType[0]);

  /** What Java adds to a value, in bytes. */
  private static final int OBJECT = 64;

  /** Of arrays, maps and the like, whose bytes are not to be had cheaply. */
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
