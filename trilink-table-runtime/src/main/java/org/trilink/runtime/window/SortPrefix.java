/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.Serializable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * The first column of a sort key as a number, with which most rows are put in order without
 * comparing the rows themselves: a row with a smaller number comes first; equal numbers leave it
 * open. Columns that are no integers, dates or timestamps give the same number for all rows.
 */
public final class SortPrefix implements Serializable {

  private static final long serialVersionUID = 1L;

  /** A timestamp of more digits may have more than a number holds. */
  private static final int MILLISECONDS = 3;

  /** How a column is read as a number. */
  private enum Kind {
    NONE,
    BYTE,
    SHORT,
    INT,
    LONG,
    MILLISECONDS
  }

  private final Kind kind;
  private final int column;
  private final boolean isAscending;
  private final long ofNull;

  /**
   * @param column the first of the sort key, of this type
   * @param nullIsLast whether rows without a value come behind all others
   */
  public SortPrefix(int column, LogicalType type, boolean isAscending, boolean nullIsLast) {
    this.kind = kind(type);
    this.column = column;
    this.isAscending = isAscending;
    this.ofNull = nullIsLast ? Long.MAX_VALUE : Long.MIN_VALUE;
  }

  private static Kind kind(LogicalType type) {
    switch (type.getTypeRoot()) {
      case TINYINT:
        return Kind.BYTE;
      case SMALLINT:
        return Kind.SHORT;
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        return Kind.INT;
      case BIGINT:
        return Kind.LONG;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return LogicalTypeChecks.getPrecision(type) <= MILLISECONDS ? Kind.MILLISECONDS : Kind.NONE;
      default:
        return Kind.NONE;
    }
  }

  /** The number of a row; rows of a smaller one come first. */
  public long of(RowData row) {
    if (kind == Kind.NONE) {
      return 0;
    }
    if (row.isNullAt(column)) {
      return ofNull;
    }
    long value = value(row);
    return isAscending ? value : ~value;
  }

  private long value(RowData row) {
    switch (kind) {
      case BYTE:
        return row.getByte(column);
      case SHORT:
        return row.getShort(column);
      case INT:
        return row.getInt(column);
      case LONG:
        return row.getLong(column);
      case MILLISECONDS:
        return row.getTimestamp(column, MILLISECONDS).getMillisecond();
      default:
        throw new IllegalStateException("No number is read of a column of this kind: " + kind);
    }
  }
}
