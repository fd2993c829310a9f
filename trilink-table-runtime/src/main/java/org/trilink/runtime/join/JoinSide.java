/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.watermark.InputTime;

/**
 * One input of an interval join: the interval in which its rows match, and the rows that are kept
 * of each key, in order of time. A row that comes in order is added to the latest run of rows, and
 * finds those that it matches near the end of the other side's, however many older ones wait for
 * the watermark. A run that becomes too long to be read and written with each row is split.
 */
final class JoinSide {

  /** The most rows of the run that is written with each row. */
  private static final int MAX_ROWS = 64;

  private static final long[] NO_LIMITS = {};

  private final InputTime time;
  private final long reach;
  private final boolean isOuter;

  /** The latest rows of a key, or all. */
  private final ValueState<KeptRows> latest;

  /** Earlier runs, by their limits; each has rows from the one before it to its own. */
  private final MapState<Long, KeptRows> earlier;

  /** The limits of the earlier runs in ms, in order; null for none. */
  private final ValueState<long[]> limits;

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
    KeptRowsSerializer serializer = new KeptRowsSerializer(rowSerializer);
    latest = context.getState(new ValueStateDescriptor<>(stateName, serializer));
    earlier =
        context.getMapState(
            new MapStateDescriptor<>(
                stateName + "/earlier", LongSerializer.INSTANCE, serializer.duplicate()));
    limits =
        context.getState(
            new ValueStateDescriptor<>(
                stateName + "/limits", LongPrimitiveArraySerializer.INSTANCE));
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

  // -------------------------------------------------------------------------------- records

  /**
   * Keeps a row, which must not be changed from now on.
   *
   * @return when a timer has to fire, in ms; {@link KeptRows#NO_TIMER} if there is one that
   *     suffices
   */
  long keep(long time, RowData row, boolean isMatched) throws Exception {
    KeptRows rows = latest.value();
    if (rows == null) {
      rows = new KeptRows();
    }
    boolean isFirst;
    if (time < rows.limit) {
      isFirst = keepEarlier(time, row, isMatched);
    } else {
      isFirst = rows.add(time, row, isMatched);
      if (rows.size() > MAX_ROWS) {
        split(rows);
      }
    }
    long due = KeptRows.NO_TIMER;
    if (isOuter) {
      due = isFirst ? expiry(time) : KeptRows.NO_TIMER;
    } else if (rows.timer == KeptRows.NO_TIMER) {
      due = expiry(time);
      rows.timer = due;
    }
    latest.update(rows);
    return due;
  }

  private boolean keepEarlier(long time, RowData row, boolean isMatched) throws Exception {
    long[] all = limits.value();
    int found = Arrays.binarySearch(all, time);
    long limit = all[found >= 0 ? found : -found - 1];
    KeptRows run = earlier.get(limit);
    boolean isFirst = run.add(time, row, isMatched);
    earlier.put(limit, run);
    return isFirst;
  }

  private void split(KeptRows rows) throws Exception {
    KeptRows run = rows.splitEarlier();
    long limit = run.lastTime();
    long[] former = limits();
    if (former.length > 0 && former[former.length - 1] >= limit) {
      limit = former[former.length - 1] + 1; // all of one time: its rows go on in the next run
    }
    long[] longer = Arrays.copyOf(former, former.length + 1);
    longer[former.length] = limit;
    limits.update(longer);
    earlier.put(limit, run);
    rows.limit = limit;
  }

  private long[] limits() throws Exception {
    long[] all = limits.value();
    return all == null ? NO_LIMITS : all;
  }

  /**
   * Tries all kept rows of a span of time, both ends included, that have not expired. Returns
   * whether one of them matched.
   */
  boolean matchKept(long from, long to, long watermark, Match match) throws Exception {
    KeptRows rows = expiry(to) <= watermark ? null : latest.value();
    if (rows == null) {
      return false;
    }
    long start = expiry(from) <= watermark ? lastExpired(watermark) + 1 : from;
    boolean hasMatched = start <= rows.limit && matchEarlier(start, to, match);
    KeptRows.Tried tried = rows.match(start, to, match, isOuter);
    if (tried == KeptRows.Tried.MARKED) {
      latest.update(rows);
    }
    return hasMatched || tried != KeptRows.Tried.NONE_MATCHED;
  }

  private boolean matchEarlier(long from, long to, Match match) throws Exception {
    boolean hasMatched = false;
    long[] all = limits();
    for (int i = firstFrom(all, from); i < all.length && (i == 0 || all[i - 1] <= to); i++) {
      KeptRows run = earlier.get(all[i]);
      KeptRows.Tried tried = run.match(from, to, match, isOuter);
      if (tried == KeptRows.Tried.MARKED) {
        earlier.put(all[i], run);
      }
      hasMatched |= tried != KeptRows.Tried.NONE_MATCHED;
    }
    return hasMatched;
  }

  /** The index of the first run that may have rows of a time or later ones. */
  private static int firstFrom(long[] limits, long time) {
    int found = Arrays.binarySearch(limits, time);
    return found >= 0 ? found : -found - 1;
  }

  /** Tries a kept row against one of the other side. */
  interface Match {

    boolean matches(RowData kept) throws Exception;
  }

  // ----------------------------------------------------------------------------- event time

  /**
   * A timer has fired: clears rows that have expired.
   *
   * @param watermark at which it was due, in ms
   * @param unmatched is given those of an outer side that have never matched, in order
   * @return when the next timer has to fire, in ms; {@link KeptRows#NO_TIMER} for none
   */
  long expire(long watermark, @Nullable KeptRows.Unmatched unmatched) throws Exception {
    KeptRows rows = latest.value();
    long last = lastExpired(watermark);
    boolean hasEarlier = rows.limit != Long.MIN_VALUE && expireEarlier(last, rows, unmatched);
    rows.removeUntil(last, unmatched);
    if (rows.isEmpty() && !hasEarlier) {
      latest.clear();
      return KeptRows.NO_TIMER;
    }
    if (!isOuter) {
      rows.timer = expiry(rows.isEmpty() ? rows.limit : rows.lastTime());
    }
    latest.update(rows);
    return rows.timer;
  }

  /** Returns whether there are still earlier runs. */
  private boolean expireEarlier(long last, KeptRows rows, @Nullable KeptRows.Unmatched unmatched)
      throws Exception {
    long[] all = limits();
    int gone = 0;
    while (gone < all.length && (all[gone] <= last || isOuter)) {
      if (unmatched != null) {
        KeptRows run = earlier.get(all[gone]);
        run.removeUntil(last, unmatched);
        if (!run.isEmpty()) {
          earlier.put(all[gone], run);
          break;
        }
      }
      earlier.remove(all[gone]);
      gone++;
    }
    if (gone == all.length) {
      limits.clear();
      rows.limit = Long.MIN_VALUE;
      return false;
    }
    if (gone > 0) {
      limits.update(Arrays.copyOfRange(all, gone, all.length));
    }
    return true;
  }
}
