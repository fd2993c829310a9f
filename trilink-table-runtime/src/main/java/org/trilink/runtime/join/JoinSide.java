/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.rows.KeptRows;
import org.trilink.runtime.rows.RowsByTime;
import org.trilink.runtime.watermark.InputTime;

/**
 * One input of an interval join: the interval in which its rows match, and the rows that are kept
 * of each key, in order of time. A row that comes in order finds those that it matches near the end
 * of the other side's, however many older ones wait for the watermark. Rows of an outer side are
 * marked when they have matched.
 */
final class JoinSide {

  private final InputTime time;
  private final long reach;
  private final boolean isOuter;
  private final RowsByTime kept;

  /**
   * @param stateName of the kept rows
   * @param reach how much later, in ms, a match may be than a row of this side; negative if matches
   *     are earlier
   * @param isOuter whether rows without a match are emitted, too
   */
  JoinSide(
      RuntimeContext context,
      String stateName,
      TypeSerializer<RowData> rowSerializer,
      InputTime time,
      long reach,
      boolean isOuter) {
    this.time = time;
    this.reach = reach;
    this.isOuter = isOuter;
    this.kept = new RowsByTime(context, stateName, rowSerializer);
  }

  boolean isOuter() {
    return isOuter;
  }

  /** A row's time in ms. */
  long timeOf(RowData row) {
    return time.of(row);
  }

  /** The time of the last row of the other side that one of this side can match. */
  long lastMatch(long time) {
    return time + reach;
  }

  /** The time of the first row of this side that one of the other can match. */
  long firstMatch(long timeOfOther) {
    return timeOfOther - reach;
  }

  /** The first watermark at which rows of that time can no longer match. */
  long expiry(long time) {
    return lastMatch(time) + 1;
  }

  /** The time of the last rows that have expired at a watermark. */
  private long lastExpired(long watermark) {
    return watermark - 1 - reach;
  }

  /**
   * Keeps a row, which must not be changed from now on.
   *
   * @return when a timer has to fire, in ms; {@link KeptRows#NO_TIMER} if there is one that
   *     suffices
   */
  long keep(long time, RowData row, boolean isMatched) throws Exception {
    KeptRows rows = kept.get();
    if (rows == null) {
      rows = new KeptRows();
    }
    boolean isFirst = kept.add(rows, time, row, isMatched);
    long due = KeptRows.NO_TIMER;
    if (isOuter ? isFirst : rows.timer == KeptRows.NO_TIMER) {
      due = expiry(time);
      rows.timer = due;
    }
    kept.set(rows);
    return due;
  }

  /**
   * Tries all kept rows of a span of time, both ends included, that have not expired. Returns
   * whether one of them matched.
   */
  boolean matchKept(long from, long to, long watermark, KeptRows.Visitor match) throws Exception {
    KeptRows rows = expiry(to) <= watermark ? null : kept.get();
    long start = expiry(from) <= watermark ? lastExpired(watermark) + 1 : from;
    return rows != null && kept.find(rows, start, to, match, isOuter);
  }

  /**
   * A timer has fired: clears rows that have expired.
   *
   * @param watermark at which it was due, in ms
   * @param unmatched is given those of an outer side that have never matched, in order
   * @return when the next timer has to fire, in ms; {@link KeptRows#NO_TIMER} for none
   */
  long expire(long watermark, @Nullable KeptRows.Removed unmatched) throws Exception {
    KeptRows rows = kept.get();
    if (!kept.removeUntil(rows, lastExpired(watermark), unmatched)) {
      kept.clear(rows);
      return KeptRows.NO_TIMER;
    }
    rows.timer = isOuter ? KeptRows.NO_TIMER : expiry(kept.lastTime(rows));
    kept.set(rows);
    return rows.timer;
  }
}
