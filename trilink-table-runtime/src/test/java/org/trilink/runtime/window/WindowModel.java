/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.runtime.watermark.KeyTimeSettings;

/**
 * The expected results, directly from the definition: a record is counted in each of its windows
 * that its key's effective watermark ({@link WatermarkModel}) has not yet passed. Never clears
 * anything; windows are aligned to UTC.
 */
final class WindowModel {

  private final WindowShape shape;
  private final KeyTimeSettings settings;
  private final WatermarkModel watermarks;
  private final Map<String, TreeMap<Long, WindowRow>> windows = new HashMap<>();
  private long subtaskWatermark = Long.MIN_VALUE;
  private long lateByKey;
  private long lateBySubtask;

  WindowModel(WindowShape shape, KeyTimeSettings settings) {
    this.shape = shape;
    this.settings = settings;
    this.watermarks = new WatermarkModel(settings.policy(), this::hasOpenWindows);
  }

  void read(Reading reading) {
    List<Long> ends = shape.windowEnds(reading.time());
    long lastEnd = ends.get(ends.size() - 1);
    if (lastEnd - 1 > watermarks.bound()) {
      watermarks.join(reading.key());
    }
    long effective = watermarks.of(reading.key());
    lateByKey += lastEnd - 1 <= effective ? 1 : 0;
    lateBySubtask += lastEnd - 1 <= subtaskWatermark ? 1 : 0;
    for (long end : ends) {
      if (end - 1 > effective) {
        windows
            .computeIfAbsent(reading.key(), key -> new TreeMap<>())
            .merge(end, single(reading, end), WindowModel::add);
      }
    }
    watermarks.advance(reading.key(), reading.time() - settings.delay());
  }

  void advance(long watermark) {
    subtaskWatermark = watermark;
    watermarks.advanceSubtask(watermark);
  }

  private boolean hasOpenWindows(String key) {
    return windows.getOrDefault(key, new TreeMap<>()).keySet().stream()
        .anyMatch(end -> end - 1 > watermarks.of(key));
  }

  /** All windows that are complete by now, whether or not they were before. */
  List<WindowRow> fired() {
    List<WindowRow> fired = new ArrayList<>();
    windows.forEach(
        (key, ofKey) ->
            ofKey.values().stream()
                .filter(window -> window.end() - 1 <= watermarks.of(key))
                .forEach(fired::add));
    return fired;
  }

  long lateByKey() {
    return lateByKey;
  }

  long lateBySubtask() {
    return lateBySubtask;
  }

  private static WindowRow single(Reading reading, long end) {
    return WindowRow.of(reading.key(), end, 1, reading.value(), reading.value());
  }

  private static WindowRow add(WindowRow a, WindowRow b) {
    return WindowRow.of(
        a.key(), a.end(), a.count() + b.count(), a.sum() + b.sum(), Math.max(a.max(), b.max()));
  }
}
