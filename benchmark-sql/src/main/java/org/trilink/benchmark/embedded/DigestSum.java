/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Adds up the {@link Digest} of rows of exact numbers, texts and timestamps, with a few
 * multiplications a row: next to nothing beside what an operator does. A text or a decimal counts
 * with its hash of 32 bits.
 */
public final class DigestSum implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final long NULL = 0x632BE59BD9B4E019L;

  /** A column of a row as a number. */
  private interface Column extends Serializable {
    long of(RowData row);
  }

  private final Column[] columns;
  private long rows;
  private long hash;

  /**
   * Creates the sum over no rows yet.
   *
   * @param types the columns' types
   * @throws IllegalArgumentException if one is neither an exact number nor a text nor a timestamp
   */
  public DigestSum(List<LogicalType> types) {
    columns = new Column[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = column(i, types.get(i));
    }
  }

  private static Column column(int index, LogicalType type) {
    return switch (type.getTypeRoot()) {
      case INTEGER -> row -> row.getInt(index);
      case BIGINT -> row -> row.getLong(index);
      case TIMESTAMP_WITHOUT_TIME_ZONE -> {
        int precision = LogicalTypeChecks.getPrecision(type);
        yield row -> row.getTimestamp(index, precision).getMillisecond();
      }
      case CHAR, VARCHAR -> row -> row.getString(index).hashCode();
      case DECIMAL -> {
        int precision = LogicalTypeChecks.getPrecision(type);
        int scale = LogicalTypeChecks.getScale(type);
        yield row -> row.getDecimal(index, precision, scale).toBigDecimal().hashCode();
      }
      default -> throw new IllegalArgumentException("cannot digest a column of type " + type);
    };
  }

  /** Adds a row, or takes it back if it is a retraction. */
  public void add(RowData row) {
    long of = hash(row);
    switch (row.getRowKind()) {
      case INSERT, UPDATE_AFTER -> {
        rows++;
        hash += of;
      }
      case UPDATE_BEFORE, DELETE -> {
        rows--;
        hash -= of;
      }
    }
  }

  private long hash(RowData row) {
    long mixed = columns.length;
    for (int i = 0; i < columns.length; i++) {
      long value = row.isNullAt(i) ? NULL : columns[i].of(row);
      mixed = (mixed ^ value) * 0x9E3779B97F4A7C15L;
      mixed ^= mixed >>> 32;
    }
    mixed *= 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }

  /** The digest of all rows so far. */
  public Digest digest() {
    return new Digest(rows, hash);
  }
}
