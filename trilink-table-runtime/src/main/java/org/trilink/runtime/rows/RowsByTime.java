/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.rows;

import java.io.IOException;
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

/**
 * The rows that an operator keeps of each key, in order of event time. A row that comes in order is
 * added to the latest run, and rows of a span of time are found without a look at all others. A run
 * that becomes too long to be read and written with each row is split.
 *
 * <p>The latest run is read once for each record or timer ({@link #get}), given to the methods, and
 * written at the end ({@link #set}).
 */
public final class RowsByTime {

  /** The most rows of the run that is written with each row. */
  private static final int MAX_ROWS = 64;

  private static final long[] NO_LIMITS = {};

  private final ValueState<KeptRows> latest;

  /** Earlier runs, by their limits; each has rows from the one before it to its own. */
  private final MapState<Long, KeptRows> earlier;

  /** The limits of the earlier runs in ms, in order; null for none. */
  private final ValueState<long[]> limits;

  /**
   * Adds the states of the rows to an operator.
   *
   * @param name of the first state; the others' begin with it
   */
  public RowsByTime(RuntimeContext context, String name, TypeSerializer<RowData> rowSerializer) {
    KeptRowsSerializer serializer = new KeptRowsSerializer(rowSerializer);
    latest = context.getState(new ValueStateDescriptor<>(name, serializer));
    earlier =
        context.getMapState(
            new MapStateDescriptor<>(
                name + "/earlier", LongSerializer.INSTANCE, serializer.duplicate()));
    limits =
        context.getState(
            new ValueStateDescriptor<>(name + "/limits", LongPrimitiveArraySerializer.INSTANCE));
  }

  /** Returns the latest run of the selected key; null if nothing is kept of it. */
  @Nullable
  public KeptRows get() throws IOException {
    return latest.value();
  }

  /** Writes the latest run, which has been changed. */
  public void set(KeptRows run) throws IOException {
    latest.update(run);
  }

  /**
   * Forgets all of the selected key.
   *
   * @param run the latest one
   */
  public void clear(KeptRows run) {
    latest.clear();
    if (run.limit != Long.MIN_VALUE) {
      earlier.clear();
      limits.clear();
    }
  }

  /**
   * Adds a row, which must not be changed from now on; {@link #set} must follow.
   *
   * @param run the latest one
   * @param time of the row in ms
   * @return whether it is the first of that time, as far as that is known
   */
  public boolean add(KeptRows run, long time, RowData row, boolean isMarked) throws Exception {
    if (time < run.limit) {
      return addEarlier(time, row, isMarked);
    }
    boolean isFirst = run.add(time, row, isMarked);
    if (run.size() > MAX_ROWS) {
      split(run);
    }
    return isFirst;
  }

  private boolean addEarlier(long time, RowData row, boolean isMarked) throws Exception {
    long[] all = limits.value();
    long limit = all[firstFrom(all, time)];
    KeptRows run = earlier.get(limit);
    boolean isFirst = run.add(time, row, isMarked);
    earlier.put(limit, run);
    return isFirst;
  }

  private void split(KeptRows run) throws Exception {
    KeptRows first = run.splitEarlier();
    long limit = first.lastTime();
    long[] former = limits();
    if (former.length > 0 && former[former.length - 1] >= limit) {
      limit = former[former.length - 1] + 1; // all of one time: its rows go on in the next run
    }
    long[] longer = Arrays.copyOf(former, former.length + 1);
    longer[former.length] = limit;
    limits.update(longer);
    earlier.put(limit, first);
    run.limit = limit;
  }

  private long[] limits() throws IOException {
    long[] all = limits.value();
    return all == null ? NO_LIMITS : all;
  }

  /** The index of the first run that may have rows of a time or later ones. */
  private static int firstFrom(long[] limits, long time) {
    int found = Arrays.binarySearch(limits, time);
    return found >= 0 ? found : -found - 1;
  }

  /**
   * Shows the rows of a span of time, both ends included, in order.
   *
   * @param run the latest one; it is written if a row of it is marked
   * @param marks whether a row that the visitor finds right is marked
   * @return whether the visitor found one right
   */
  public boolean find(KeptRows run, long from, long to, KeptRows.Visitor visitor, boolean marks)
      throws Exception {
    boolean hasFound = from <= run.limit && findEarlier(from, to, visitor, marks);
    KeptRows.Found found = run.find(from, to, visitor, marks);
    if (found == KeptRows.Found.MARKED) {
      latest.update(run);
    }
    return hasFound || found != KeptRows.Found.NONE;
  }

  private boolean findEarlier(long from, long to, KeptRows.Visitor visitor, boolean marks)
      throws Exception {
    boolean hasFound = false;
    long[] all = limits();
    for (int i = firstFrom(all, from); i < all.length && (i == 0 || all[i - 1] <= to); i++) {
      KeptRows run = earlier.get(all[i]);
      KeptRows.Found found = run.find(from, to, visitor, marks);
      if (found == KeptRows.Found.MARKED) {
        earlier.put(all[i], run);
      }
      hasFound |= found != KeptRows.Found.NONE;
    }
    return hasFound;
  }

  /**
   * Removes rows up to a time, in ms; {@link #set} or {@link #clear} must follow. If nobody wants
   * to see them, those of a run whose later rows stay may stay, too.
   *
   * @param run the latest one
   * @param unmarked is given those that were never marked, in order; null for nobody
   * @return whether there are rows left
   */
  public boolean removeUntil(KeptRows run, long time, @Nullable KeptRows.Removed unmarked)
      throws Exception {
    boolean hasEarlier = run.limit != Long.MIN_VALUE && removeEarlier(time, run, unmarked);
    run.removeUntil(time, unmarked);
    return hasEarlier || !run.isEmpty();
  }

  /** Returns whether there are still earlier runs. */
  private boolean removeEarlier(long time, KeptRows latestRun, @Nullable KeptRows.Removed unmarked)
      throws Exception {
    long[] all = limits();
    int removedRuns = 0;
    while (removedRuns < all.length && (unmarked != null || all[removedRuns] <= time)) {
      if (unmarked != null) {
        KeptRows run = earlier.get(all[removedRuns]);
        int before = run.size();
        run.removeUntil(time, unmarked);
        if (!run.isEmpty()) {
          if (run.size() < before) {
            earlier.put(all[removedRuns], run);
          }
          break;
        }
      }
      earlier.remove(all[removedRuns]);
      removedRuns++;
    }
    if (removedRuns == all.length) {
      limits.clear();
      latestRun.limit = Long.MIN_VALUE;
      return false;
    }
    if (removedRuns > 0) {
      limits.update(Arrays.copyOfRange(all, removedRuns, all.length));
    }
    return true;
  }

  /** Returns the time of the last row in ms; there must be rows. */
  public long lastTime(KeptRows run) {
    return run.isEmpty() ? run.limit : run.lastTime();
  }
}
