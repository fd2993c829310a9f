/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.merge.store.Increment;

/**
 * Merges increments of slices into increments of the windows that contain the slices. There are
 * none for windows that this subtask has closed, or whose results were emitted before this attempt.
 */
final class SlicesToWindows {

  private final MergeWindows windows;
  private final MergeAggregator aggregator;
  private final MergeRows rows;
  private final InputProgress progress;
  private final long[] emittedBefore;
  private final long lastEmitted;

  /**
   * Creates it.
   *
   * @param emittedBefore by bucket: the end in ms of the last window that was emitted; not copied
   */
  SlicesToWindows(
      MergeWindows windows,
      MergeAggregator aggregator,
      MergeRows rows,
      InputProgress progress,
      long[] emittedBefore) {
    this.windows = windows;
    this.aggregator = aggregator;
    this.rows = rows;
    this.progress = progress;
    this.emittedBefore = emittedBefore;
    this.lastEmitted = Arrays.stream(emittedBefore).max().getAsLong();
  }

  /** Whether a key's row of a window was emitted before this attempt. */
  boolean wasEmitted(long window, RowData key) {
    return window <= lastEmitted && window <= emittedBefore[MergeRows.bucket(key)];
  }

  /** Takes all increments out of the map, and adds those of windows to the list. */
  void take(IncrementMap increments, List<Increment> all) throws Exception {
    byWindow(increments)
        .forEach(
            (window, keys) ->
                keys.forEach(
                    (key, accumulator) -> {
                      int bucket = MergeRows.bucket(key);
                      if (window > emittedBefore[bucket]) {
                        all.add(rows.increment(bucket, window, key, accumulator));
                      }
                    }));
  }

  private Map<Long, Map<RowData, RowData>> byWindow(IncrementMap increments) throws Exception {
    Map<Long, Map<RowData, RowData>> byWindow = new TreeMap<>();
    increments.drain(
        (slice, key, accumulator) -> {
          long last = windows.lastWindow(slice);
          for (long window = slice; window <= last; window += windows.interval()) {
            if (!progress.isClosed(window)) {
              Map<RowData, RowData> keys = byWindow.computeIfAbsent(window, end -> new HashMap<>());
              RowData before = keys.get(key);
              keys.put(key, before == null ? accumulator : aggregator.merge(before, accumulator));
            }
          }
        });
    return byWindow;
  }
}
