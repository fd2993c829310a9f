/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.trilink.runtime.watermark.InputTime;

/**
 * One input of an interval join: the interval in which its rows match, and the rows that are kept.
 */
final class JoinSide {

  private final InputTime time;
  private final long reach;
  private final boolean isOuter;

  /**
   * The rows by time in ms, with whether they have had a match, which is maintained only for an
   * outer side.
   */
  private final MapState<Long, List<Tuple2<RowData, Boolean>>> kept;

  /** The time of the latest of the rows that {@link #matchKept} tried last, in ms. */
  private long latestTried;

  private boolean hasTried;

  /**
   * @param stateName of the kept rows
   * @param reach how much later, in ms, a match may be than a row of this side; negative if matches
   *     are earlier
   * @param isOuter whether rows without a match are emitted, too
   */
  JoinSide(
      RuntimeContext context,
      String stateName,
      InternalTypeInfo<RowData> type,
      InputTime time,
      long reach,
      boolean isOuter) {
    this.time = time;
    this.reach = reach;
    this.isOuter = isOuter;
    this.kept =
        context.getMapState(
            new MapStateDescriptor<>(
                stateName,
                Types.LONG,
                new ListTypeInfo<>(new TupleTypeInfo<>(type, Types.BOOLEAN))));
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

  /** The time of the rows that expire at a watermark. */
  long timeExpiringAt(long expiry) {
    return expiry - 1 - reach;
  }

  /**
   * Keeps a row, which must not be changed from now on. Returns whether it is the first of its
   * time.
   */
  boolean keep(long time, RowData row, boolean isMatched) throws Exception {
    List<Tuple2<RowData, Boolean>> rows = kept.get(time);
    boolean isFirst = rows == null;
    if (isFirst) {
      rows = new ArrayList<>(1);
    }
    rows.add(Tuple2.of(row, isMatched));
    kept.put(time, rows);
    return isFirst;
  }

  /**
   * Matches all kept rows of a span of time, both ends included, that have not expired. Returns
   * whether one of them matched.
   */
  boolean matchKept(long from, long to, long watermark, Match match) throws Exception {
    hasTried = false;
    boolean hasMatched = false;
    for (Map.Entry<Long, List<Tuple2<RowData, Boolean>>> entry : kept.entries()) {
      long timeOfKept = entry.getKey();
      if (timeOfKept < from || timeOfKept > to || expiry(timeOfKept) <= watermark) {
        continue;
      }
      latestTried = hasTried ? Math.max(latestTried, timeOfKept) : timeOfKept;
      hasTried = true;
      List<Tuple2<RowData, Boolean>> rows = entry.getValue();
      boolean isChanged = false;
      for (Tuple2<RowData, Boolean> row : rows) {
        if (match.matches(row.f0)) {
          hasMatched = true;
          if (isOuter && !row.f1) {
            row.f1 = true;
            isChanged = true;
          }
        }
      }
      if (isChanged) {
        entry.setValue(rows);
      }
    }
    return hasMatched;
  }

  /** Whether {@link #matchKept} has just tried a row that expires at a watermark or later. */
  boolean hasTriedUntil(long watermark) {
    return hasTried && expiry(latestTried) >= watermark;
  }

  /** The rows of that time that had no match; only for an outer side. */
  List<RowData> unmatched(long time) throws Exception {
    List<RowData> unmatched = new ArrayList<>();
    for (Tuple2<RowData, Boolean> row : kept.get(time)) {
      if (!row.f1) {
        unmatched.add(row.f0);
      }
    }
    return unmatched;
  }

  /** Clears the rows of that time. */
  void remove(long time) throws Exception {
    kept.remove(time);
  }

  /** Clears all rows that expire by a watermark. */
  void removeExpired(long watermark) throws Exception {
    List<Long> expired = new ArrayList<>();
    for (Long timeOfKept : kept.keys()) {
      if (expiry(timeOfKept) <= watermark) {
        expired.add(timeOfKept);
      }
    }
    for (Long timeOfKept : expired) {
      kept.remove(timeOfKept);
    }
  }

  /** Tries a kept row against one of the other side. */
  interface Match {

    boolean matches(RowData kept) throws Exception;
  }
}
