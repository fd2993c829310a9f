/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.state.ObjectSize;
import org.trilink.runtime.state.SizedObject;

/**
 * Rows of one key and one side of a join in order of their times, those of equal times as they
 * came: all of them, or a run of those that are too many for one state entry ({@link JoinSide}).
 */
final class KeptRows implements SizedObject {

  /** No timer is registered. */
  static final long NO_TIMER = Long.MAX_VALUE;

  private static final int MIN_CAPACITY = 4;

  /** In bytes: the object with its arrays, and what a row takes besides itself. */
  private static final int RUN = 120;

  private static final int ENTRY = 13;

  /** The time of the timer of these rows, in ms; of the latest run of a side that is not outer. */
  long timer = NO_TIMER;

  /** In the latest run: rows before this time, in ms, are in earlier runs, if there are some. */
  long limit = Long.MIN_VALUE;

  private long[] times;
  private RowData[] rows;

  /** Whether a row has matched another one; of an outer side only. */
  private boolean[] matched;

  /** The rows are at [from, to). */
  private int from;

  private int to;

  /** The size of all rows, in bytes. */
  private long rowBytes;

  KeptRows() {
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
    matched = new boolean[times.length];
  }

  int size() {
    return to - from;
  }

  boolean isEmpty() {
    return from == to;
  }

  /** The time of the last row in ms; there must be one. */
  long lastTime() {
    return times[to - 1];
  }

  @Override
  public long bytes() {
    return RUN + rowBytes + (long) times.length * ENTRY;
  }

  /** Adds a row, with its time in ms. Returns whether it is the first of that time. */
  boolean add(long time, RowData row, boolean isMatched) {
    if (to == times.length) {
      makeRoom();
    }
    int index = to;
    if (!isEmpty() && times[to - 1] > time) {
      index = firstAfter(time);
      int later = to - index;
      System.arraycopy(times, index, times, index + 1, later);
      System.arraycopy(rows, index, rows, index + 1, later);
      System.arraycopy(matched, index, matched, index + 1, later);
    }
    times[index] = time;
    rows[index] = row;
    matched[index] = isMatched;
    to++;
    rowBytes += ObjectSize.of(row);
    return index == from || times[index - 1] != time;
  }

  /** Moves the rows to the start, into larger arrays unless half of these is free. */
  private void makeRoom() {
    int size = size();
    int capacity = size > times.length / 2 ? 2 * times.length : times.length;
    times = moved(times, new long[capacity]);
    rows = moved(rows, new RowData[capacity]);
    matched = moved(matched, new boolean[capacity]);
    from = 0;
    to = size;
  }

  @SuppressWarnings("SuspiciousSystemArraycopy") // both are of one type
  private <T> T moved(T array, T roomy) {
    System.arraycopy(array, from, roomy, 0, size());
    return roomy;
  }

  /**
   * Tries the rows of a span of time, both ends included.
   *
   * @param marks whether to remember which rows have matched
   */
  Tried match(long start, long end, JoinSide.Match match, boolean marks) throws Exception {
    Tried tried = Tried.NONE_MATCHED;
    for (int i = firstFrom(start); i < to && times[i] <= end; i++) {
      if (match.matches(rows[i])) {
        if (marks && !matched[i]) {
          matched[i] = true;
          tried = Tried.MARKED;
        } else if (tried == Tried.NONE_MATCHED) {
          tried = Tried.MATCHED;
        }
      }
    }
    return tried;
  }

  /** The result of a try. */
  enum Tried {
    NONE_MATCHED,
    MATCHED,
    /** A row has matched for the first time, which is remembered in it. */
    MARKED
  }

  /**
   * Removes the rows up to a time, in ms.
   *
   * @param unmatched is given those that have never matched; null for nobody
   */
  void removeUntil(long time, @Nullable Unmatched unmatched) {
    while (from < to && times[from] <= time) {
      if (unmatched != null && !matched[from]) {
        unmatched.pad(rows[from]);
      }
      rowBytes -= ObjectSize.of(rows[from]);
      rows[from] = null;
      from++;
    }
  }

  /** Takes a row that is removed without a match. */
  interface Unmatched {

    void pad(RowData row);
  }

  /** Moves the earlier half of the rows to a run of their own, which is returned. */
  KeptRows splitEarlier() {
    KeptRows earlier = new KeptRows(size() / 2);
    int middle = from + size() / 2;
    for (; from < middle; from++) {
      earlier.add(times[from], rows[from], matched[from]);
      rowBytes -= ObjectSize.of(rows[from]);
      rows[from] = null;
    }
    return earlier;
  }

  /** Visits all rows in order. */
  <E extends Exception> void forEach(Visitor<E> visitor) throws E {
    for (int i = from; i < to; i++) {
      visitor.visit(times[i], matched[i], rows[i]);
    }
  }

  /** Takes each row. */
  interface Visitor<E extends Exception> {

    void visit(long time, boolean isMatched, RowData row) throws E;
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
    copy.limit = limit;
    copy.to = size();
    copy.rowBytes = rowBytes;
    moved(times, copy.times);
    moved(rows, copy.rows);
    moved(matched, copy.matched);
    return copy;
  }
}
