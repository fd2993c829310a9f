/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;
import org.apache.flink.util.WrappingRuntimeException;
import org.trilink.runtime.merge.store.BucketRange;
import org.trilink.runtime.merge.store.Increment;
import org.trilink.runtime.merge.store.MergeStore;

/**
 * Emits the results of the buckets that a subtask owns: each window once, when it is final, windows
 * in order; or, without windows, what has changed, of each key in order. Each bucket has a position
 * up to which that was done.
 */
final class MergeResults {

  private final MergeStore store;
  @Nullable private final MergeWindows windows;
  private final BucketRange range;
  private final MergeRows rows;
  private final MergeAggregator aggregator;
  private final Collector<RowData> output;
  private final JoinedRowData result = new JoinedRowData();

  /** By bucket: the end of the last window, or the last version. */
  private final long[] positions;

  MergeResults(
      MergeStore store,
      @Nullable MergeWindows windows,
      BucketRange range,
      MergeRows rows,
      MergeAggregator aggregator,
      Collector<RowData> output,
      long[] positions) {
    this.store = store;
    this.windows = windows;
    this.range = range;
    this.rows = rows;
    this.aggregator = aggregator;
    this.output = output;
    this.positions = positions;
    result.setRowKind(windows == null ? RowKind.UPDATE_AFTER : RowKind.INSERT);
  }

  /** Where results start that were never emitted. */
  static long start(boolean hasWindows) {
    return hasWindows ? Long.MIN_VALUE : 0;
  }

  BucketRange range() {
    return range;
  }

  long[] positions() {
    return positions;
  }

  /** The least position of all the subtask's buckets. */
  long position() {
    long least = Long.MAX_VALUE;
    for (int bucket = range.first(); bucket <= range.last(); bucket++) {
      least = Math.min(least, positions[bucket]);
    }
    return least;
  }

  // -------------------------------------------------------------------------------- windows

  /**
   * Emits the windows that are final.
   *
   * @param bound in ms that all subtasks have passed
   */
  void emitWindows(long bound) {
    if (range.isEmpty()) {
      return;
    }
    NavigableSet<Long> found = store.windows(range, position(), windows.latestEnded(bound));
    for (long window : found) {
      if (!windows.isEnded(window, bound)) {
        return;
      }
      store.read(
          range,
          window,
          (bucket, key, accumulator, version) -> {
            if (positions[bucket] < window) {
              emit(key, accumulator, window);
            }
          });
      emittedUpTo(window);
    }
  }

  private void emittedUpTo(long window) {
    for (int bucket = range.first(); bucket <= range.last(); bucket++) {
      positions[bucket] = Math.max(positions[bucket], window);
    }
  }

  // -------------------------------------------------------------------------------- changes

  /** Emits what has changed. */
  void emitChanges() {
    if (range.isEmpty()) {
      return;
    }
    store.changes(
        range,
        positions,
        (bucket, key, accumulator, version) -> {
          emit(key, accumulator, Increment.NO_WINDOW);
          positions[bucket] = Math.max(positions[bucket], version);
        });
  }

  // -------------------------------------------------------------------------------- the end

  /** Emits all that is left in a sealed run, where what was staged counts. */
  void emitSealed(StagedIncrements staged) {
    if (range.isEmpty()) {
      return;
    }
    NavigableMap<Long, Map<BinaryRowData, byte[]>> left = staged.read(range);
    if (windows == null) {
      emitSealedChanges(left.getOrDefault(Increment.NO_WINDOW, new HashMap<>()));
    } else {
      emitSealedWindows(left);
    }
  }

  private void emitSealedWindows(NavigableMap<Long, Map<BinaryRowData, byte[]>> left) {
    NavigableSet<Long> all = new TreeSet<>(left.keySet());
    all.addAll(store.windows(range, position(), Long.MAX_VALUE));
    for (long window : all) {
      Map<BinaryRowData, byte[]> ofWindow = left.getOrDefault(window, new HashMap<>());
      store.read(
          range,
          window,
          (bucket, key, accumulator, version) ->
              ofWindow.merge(rows.key(key), accumulator, rows.combiner()::combine));
      ofWindow.forEach(
          (key, accumulator) -> {
            if (positions[MergeRows.bucket(key)] < window) {
              emit(key, accumulator, window);
            }
          });
      emittedUpTo(window);
    }
  }

  private void emitSealedChanges(Map<BinaryRowData, byte[]> left) {
    Map<BinaryRowData, byte[]> all = new HashMap<>(left);
    // a key that is in the store only may have changed since it was emitted, the others have
    long[] fromTheStart = new long[positions.length];
    Map<Integer, Long> versions = new TreeMap<>();
    store.changes(
        range,
        left.isEmpty() ? positions.clone() : fromTheStart,
        (bucket, keyBytes, accumulator, version) -> {
          BinaryRowData key = rows.key(keyBytes);
          if (left.containsKey(key)) {
            all.put(key, rows.combiner().combine(accumulator, left.get(key)));
          } else if (version > positions[bucket]) {
            all.put(key, accumulator);
          }
          versions.merge(bucket, version, Math::max);
        });
    all.forEach((key, accumulator) -> emit(key, accumulator, Increment.NO_WINDOW));
    versions.forEach((bucket, version) -> positions[bucket] = Math.max(positions[bucket], version));
  }

  // -------------------------------------------------------------------------------- rows

  private void emit(byte[] key, byte[] accumulator, long window) {
    emit(rows.key(key), accumulator, window);
  }

  private void emit(RowData key, byte[] accumulator, long window) {
    try {
      RowData value = aggregator.value(rows.accumulator(accumulator), window);
      output.collect(result.replace(key, value));
    } catch (Exception e) {
      throw new ResultFailure(e);
    }
  }

  /** What went wrong while a result was made or taken by the next operator. */
  private static final class ResultFailure extends WrappingRuntimeException {

    private static final long serialVersionUID = 1L;

    ResultFailure(Exception cause) {
      super(cause);
    }
  }
}
