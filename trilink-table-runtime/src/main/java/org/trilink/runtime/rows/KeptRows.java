/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.rows;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.state.ObjectSize;
import org.trilink.runtime.state.SizedObject;

/**
 * Rows of a key in order of their times, those of equal times as they came: all of them, or a run
 * of those that are too many for one state entry ({@link RowsByTime}).
 */
public final class KeptRows implements SizedObject {

  /** No timer is registered. */
  public static final long NO_TIMER = Long.MAX_VALUE;

  private static final int MIN_CAPACITY = 4;

  /** In bytes: the object with its arrays, and what a row takes besides itself. */
  private static final int RUN = 120;

  private static final int ENTRY = 13;

  /** The time of a timer of the key, in ms; for whoever keeps the rows, in the latest run. */
  public long timer = NO_TIMER;

  /** The time, in ms, up to which rows have been processed; for whoever keeps them, as well. */
  public long processed;

  /** In the latest run: rows before this time, in ms, are in earlier runs, if there are some. */
  long limit = Long.MIN_VALUE;

  private long[] times;
  private RowData[] rows;

  /** Whether a row has been marked. */
  private boolean[] marked;

  /** The rows are at [from, to). */
  private int from;

  private int to;

  /** The size of all rows whose size is known, in bytes. */
  private long rowBytes;

  private int rowsOfUnknownSize;

  /** No rows yet. */
  public KeptRows() {
    this(MIN_CAPACITY);
  }

  /**
   * No rows yet.
   *
   * @param capacity the expected number of rows
   */
  KeptRows(int capacity) {
    times = new long[Math.max(capacity, MIN_CAPACITY)];
    rows = new RowData[times.length];
    marked = new boolean[times.length];
  }

  public int size() {
    return to - from;
  }

  public boolean isEmpty() {
    return from == to;
  }

  /** The time of the last row in ms; there must be one. */
  public long lastTime() {
    return times[to - 1];
  }

  @Override
  public long bytes() {
    return rowsOfUnknownSize > 0
        ? ObjectSize.UNKNOWN
        : RUN + rowBytes + (long) times.length * ENTRY;
  }

  /** Adds a row, with its time in ms. Returns whether it is the first of that time. */
  boolean add(long time, RowData row, boolean isMarked) {
    if (to == times.length) {
      makeRoom();
    }
    int index = to;
    if (!isEmpty() && times[to - 1] > time) {
      index = firstAfter(time);
      int later = to - index;
      System.arraycopy(times, index, times, index + 1, later);
      System.arraycopy(rows, index, rows, index + 1, later);
      System.arraycopy(marked, index, marked, index + 1, later);
    }
    times[index] = time;
    rows[index] = row;
    marked[index] = isMarked;
    to++;
    count(row, 1);
    return index == from || times[index - 1] != time;
  }

  private void removeFirst() {
    count(rows[from], -1);
    rows[from] = null;
    from++;
  }

  private void count(RowData row, int sign) {
    long bytes = ObjectSize.of(row);
    if (bytes == ObjectSize.UNKNOWN) {
      rowsOfUnknownSize += sign;
    } else {
      rowBytes += sign * bytes;
    }
  }

  /** Moves the rows to the start, into larger arrays unless half of these is free. */
  private void makeRoom() {
    int size = size();
    int capacity = size > times.length / 2 ? 2 * times.length : times.length;
    times = moved(times, new long[capacity]);
    rows = moved(rows, new RowData[capacity]);
    marked = moved(marked, new boolean[capacity]);
    from = 0;
    to = size;
  }

  @SuppressWarnings("SuspiciousSystemArraycopy") // both are of one type
  private <T> T moved(T array, T roomy) {
    System.arraycopy(array, from, roomy, 0, size());
    return roomy;
  }

  /**
   * Shows the rows of a span of time, both ends included, in order.
   *
   * @param marks whether a row that the visitor finds right is marked
   */
  Found find(long start, long end, Visitor visitor, boolean marks) throws Exception {
    Found found = Found.NONE;
    for (int i = firstFrom(start); i < to && times[i] <= end; i++) {
      if (visitor.visit(rows[i])) {
        if (marks && !marked[i]) {
          marked[i] = true;
          found = Found.MARKED;
        } else if (found == Found.NONE) {
          found = Found.SOME;
        }
      }
    }
    return found;
  }

  /** Whether one of the rows shown was right. */
  enum Found {
    NONE,
    SOME,
    /** And one was marked that had not been. */
    MARKED
  }

  /** Takes rows, which it must not change. */
  public interface Visitor {

    /** Returns whether the row is right. */
    boolean visit(RowData row) throws Exception;
  }

  /**
   * Removes the rows up to a time, in ms.
   *
   * @param unmarked is given those that were never marked, in order; null for nobody
   */
  void removeUntil(long time, @Nullable Removed unmarked) throws Exception {
    while (from < to && times[from] <= time) {
      if (unmarked != null && !marked[from]) {
        unmarked.accept(rows[from]);
      }
      removeFirst();
    }
  }

  /** Takes rows that are removed. */
  public interface Removed {

    void accept(RowData row) throws Exception;
  }

  /** Moves the earlier half of the rows to a run of their own, which is returned. */
  KeptRows splitEarlier() {
    KeptRows earlier = new KeptRows(size() / 2);
    int middle = from + size() / 2;
    while (from < middle) {
      earlier.add(times[from], rows[from], marked[from]);
      removeFirst();
    }
    return earlier;
  }

  /** Shows all rows in order. */
  <E extends Exception> void forEach(Entry<E> entry) throws E {
    for (int i = from; i < to; i++) {
      entry.accept(times[i], marked[i], rows[i]);
    }
  }

  /** Takes each row with its time in ms. */
  interface Entry<E extends Exception> {

    void accept(long time, boolean isMarked, RowData row) throws E;
  }

  /** The position of the first row of a time or of a later one. */
  private int firstFrom(long time) {
    return time == Long.MIN_VALUE ? from : firstAfter(time - 1);
  }

  /** The position of the first row behind a time. */
  private int firstAfter(long time) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[middle] <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns a copy of the rows' list; the rows themselves never change. */
  KeptRows copy() {
    KeptRows copy = new KeptRows(size());
    copy.timer = timer;
    copy.processed = processed;
    copy.limit = limit;
    copy.to = size();
    copy.rowBytes = rowBytes;
    copy.rowsOfUnknownSize = rowsOfUnknownSize;
    moved(times, copy.times);
    moved(rows, copy.rows);
    moved(marked, copy.marked);
    return copy;
  }
}
