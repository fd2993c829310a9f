/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/** A key that is one column of INT or BIGINT: its value. */
public final class IntegerKey implements KeyNumber {

  private static final long serialVersionUID = 1L;

  private final int column;
  private final boolean isBigint;

  private IntegerKey(int column, boolean isBigint) {
    this.column = column;
    this.isBigint = isBigint;
  }

  /**
   * The key of rows that are grouped by these columns.
   *
   * @param grouping positions of the key's columns
   * @return null if their key is anything else
   */
  @Nullable
  public static IntegerKey of(RowType rowType, int[] grouping) {
    if (grouping.length != 1) {
      return null;
    }
    LogicalType type = rowType.getTypeAt(grouping[0]);
    boolean isBigint = type.getTypeRoot() == LogicalTypeRoot.BIGINT;
    return isBigint || type.getTypeRoot() == LogicalTypeRoot.INTEGER
        ? new IntegerKey(grouping[0], isBigint)
        : null;
  }

  /**
   * Returns the key read from its own row, which has no other columns, instead of from a record.
   */
  public IntegerKey inKeyRow() {
    return new IntegerKey(0, isBigint);
  }

  @Override
  public boolean isNull(RowData row) {
    return row.isNullAt(column);
  }

  @Override
  public long of(RowData row) {
    return isBigint ? row.getLong(column) : row.getInt(column);
  }

  @Override
  public void setKey(BinaryRowData key, long number) {
    if (isBigint) {
      key.setLong(0, number);
    } else {
      key.setInt(0, (int) number);
    }
  }
}
