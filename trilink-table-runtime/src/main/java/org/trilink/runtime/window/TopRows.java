/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.RecordComparator;
import org.trilink.runtime.state.ObjectSize;
import org.trilink.runtime.state.SizedObject;

/**
 * The best rows of a window of a key, in order, and a link to the key's next earlier window. So the
 * latest window stands for all, and a record of it, as most are, is a step from the state.
 */
final class TopRows implements SizedObject {

  private static final int MIN_CAPACITY = 4;

  /** In bytes: the object with its arrays, and what a row takes besides itself. */
  private static final int WINDOW = 72;

  private static final int ENTRY = 16;

  /** In local time, in ms. */
  final long end;

  /** The open window before this one; null if there is none. */
  @Nullable TopRows earlier;

  private RowData[] rows;
  private int size;

  /** Each row's {@link SortPrefix}; null after it was read from a state, until it is needed. */
  @Nullable private long[] prefixes;

  /** No rows yet. */
  TopRows(long end, @Nullable TopRows earlier) {
    this(end, earlier, new RowData[MIN_CAPACITY], 0, new long[MIN_CAPACITY]);
  }

  /** Rows that were in order. */
  TopRows(long end, @Nullable TopRows earlier, RowData[] rows) {
    this(end, earlier, rows, rows.length, null);
  }

  private TopRows(
      long end, @Nullable TopRows earlier, RowData[] rows, int size, @Nullable long[] prefixes) {
    this.end = end;
    this.earlier = earlier;
    this.rows = rows;
    this.size = size;
    this.prefixes = prefixes;
  }

  int size() {
    return size;
  }

  /** A row, the best one is at 0. */
  RowData get(int index) {
    return rows[index];
  }

  // ------------------------------------------------------------------------------- inserting

  /**
   * The position of a new row: behind all rows with an equal sort key, which arrived earlier.
   *
   * @param prefix the row's
   */
  int place(RowData row, long prefix, SortPrefix prefixOf, RecordComparator order) {
    if (prefixes == null) {
      prefixes = Arrays.stream(rows).mapToLong(prefixOf::of).toArray();
    }
    int from = 0;
    int to = size;
    int middle = size - 1; // most rows are no better than the last
    while (from < to) {
      long other = prefixes[middle];
      if (prefix < other || (prefix == other && order.compare(row, rows[middle]) < 0)) {
        to = middle;
      } else {
        from = middle + 1;
      }
      middle = (from + to) >>> 1;
    }
    return from;
  }

  /**
   * Inserts a row, and drops the last one if there are too many.
   *
   * @param place where {@link #place} says, before {@code limit}
   */
  void insert(int place, RowData row, long prefix, long limit) {
    if (size < limit) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, Math.max(2 * size, MIN_CAPACITY));
        prefixes = Arrays.copyOf(prefixes, rows.length);
      }
      size++;
    }
    System.arraycopy(rows, place, rows, place + 1, size - 1 - place);
    System.arraycopy(prefixes, place, prefixes, place + 1, size - 1 - place);
    rows[place] = row;
    prefixes[place] = prefix;
  }

  // --------------------------------------------------------------------------------- windows

  /** A copy of this window and all earlier ones. */
  TopRows copy(TypeSerializer<RowData> rowSerializer) {
    RowData[] copies = new RowData[rows.length];
    for (int i = 0; i < size; i++) {
      copies[i] = rowSerializer.copy(rows[i]);
    }
    return new TopRows(
        end,
        earlier == null ? null : earlier.copy(rowSerializer),
        copies,
        size,
        prefixes == null ? null : prefixes.clone());
  }

  @Override
  public long bytes() {
    long bytes = 0;
    for (TopRows window = this; window != null; window = window.earlier) {
      bytes += WINDOW + (long) ENTRY * window.rows.length;
      for (int i = 0; i < window.size; i++) {
        long ofRow = ObjectSize.of(window.rows[i]);
        if (ofRow == ObjectSize.UNKNOWN) {
          return ObjectSize.UNKNOWN;
        }
        bytes += ofRow;
      }
    }
    return bytes;
  }
}
