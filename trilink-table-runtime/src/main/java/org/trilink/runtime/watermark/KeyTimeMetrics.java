/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple6;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;

/**
 * Metrics of the keys, timers and watermarks of a subtask. They are updated with each change; the
 * state is never scanned. Snapshots keep the counts by key group, so they are right after a restore
 * at any parallelism.
 *
 * <p>Gauges are read by another thread. They read plain numbers only, which may be slightly out of
 * date.
 */
public final class KeyTimeMetrics {

  /** Keys with an entry: those that have a watermark of their own, or hold something. */
  public static final String ACTIVE_KEYS = "numActiveKeys";

  /** Groups of keys that share a watermark; 0 if every key has its own. */
  public static final String WATERMARK_GROUPS = "numWatermarkGroups";

  /** Event-time timers that wait for their key's watermark. */
  public static final String HELD_TIMERS = "numHeldTimers";

  /**
   * From the slowest watermark of a key, or group, to the fastest, in ms; exact to some seconds.
   */
  public static final String SPREAD = "keyWatermarkSpread";

  /** Entries, timers and groups in bytes: an estimate without keys and backend overhead. */
  public static final String STATE_BYTES = "keyWatermarkStateBytes";

  /**
   * Watermarks are counted at a resolution of 2^12 ms: a record that advances its key by less costs
   * nothing.
   */
  private static final int GRAIN_BITS = 12;

  /** Six times of 8 bytes. */
  static final long ENTRY_BYTES = 48;

  /** Time, and references to key and namespace. */
  static final long TIMER_BYTES = 24;

  /** Key group, keys, timers, and the range of watermarks. */
  private static final TypeInformation<Tuple6<Integer, Long, Long, long[], long[], Long>>
      STATE_TYPE =
          Types.TUPLE(
              Types.INT,
              Types.LONG,
              Types.LONG,
              PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO,
              PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO,
              Types.LONG);

  private final IntSupplier currentKeyGroup;
  private final KeyGroupRange keyGroups;
  private final ListState<Tuple6<Integer, Long, Long, long[], long[], Long>> state;

  // By key group, from the subtask's first one.
  private final long[] keys;
  private final long[] timers;
  private final WatermarkRange[] ranges;

  private long allKeys;
  private long allTimers;

  private KeyTimeMetrics(
      TaskInfo task,
      IntSupplier currentKeyGroup,
      ListState<Tuple6<Integer, Long, Long, long[], long[], Long>> state)
      throws Exception {
    this.currentKeyGroup = currentKeyGroup;
    keyGroups =
        KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
            task.getMaxNumberOfParallelSubtasks(),
            task.getNumberOfParallelSubtasks(),
            task.getIndexOfThisSubtask());
    this.state = state;
    keys = new long[keyGroups.getNumberOfKeyGroups()];
    timers = new long[keys.length];
    ranges = new WatermarkRange[keys.length];
    for (int i = 0; i < ranges.length; i++) {
      ranges[i] = new WatermarkRange();
    }
    restore();
  }

  /**
   * A subtask's counts, restored if there is a state.
   *
   * @param currentKeyGroup of the key that is counted
   */
  static KeyTimeMetrics of(TaskInfo task, IntSupplier currentKeyGroup, OperatorStateStore store)
      throws Exception {
    return new KeyTimeMetrics(
        task,
        currentKeyGroup,
        store.getUnionListState(new ListStateDescriptor<>("trilink-key-time-metrics", STATE_TYPE)));
  }

  /** The key group of the key that a backend has selected. */
  public static IntSupplier selectedKeyGroup(TaskInfo task, KeyedStateBackend<?> backend) {
    int maxParallelism = task.getMaxNumberOfParallelSubtasks();
    // most backends know the selected key group; otherwise it has to be computed by a hash
    return backend instanceof AbstractKeyedStateBackend
        ? ((AbstractKeyedStateBackend<?>) backend)::getCurrentKeyGroupIndex
        : () -> KeyGroupRangeAssignment.assignToKeyGroup(backend.getCurrentKey(), maxParallelism);
  }

  private void restore() throws Exception {
    for (Tuple6<Integer, Long, Long, long[], long[], Long> entry : state.get()) {
      if (!keyGroups.contains(entry.f0)) {
        continue;
      }
      int i = entry.f0 - keyGroups.getStartKeyGroup();
      keys[i] = entry.f1;
      timers[i] = entry.f2;
      ranges[i] = new WatermarkRange(entry.f3, entry.f4, entry.f5);
      allKeys += entry.f1;
      allTimers += entry.f2;
    }
  }

  /** Writes everything to the operator state. */
  public void snapshot() throws Exception {
    List<Tuple6<Integer, Long, Long, long[], long[], Long>> entries = new ArrayList<>();
    for (int i = 0; i < ranges.length; i++) {
      WatermarkRange range = ranges[i];
      if (keys[i] > 0 || timers[i] > 0 || range.slowest() <= range.fastest()) {
        entries.add(
            Tuple6.of(
                keyGroups.getStartKeyGroup() + i,
                keys[i],
                timers[i],
                range.recent(),
                range.old(),
                range.border()));
      }
    }
    state.update(entries);
  }

  /** How many keys have an entry. */
  public long activeKeys() {
    return allKeys;
  }

  // ---------------------------------------------------------------------------- the current key

  public void keyAdded() {
    keys[current()]++;
    allKeys++;
  }

  public void keyRemoved() {
    keys[current()]--;
    allKeys--;
  }

  public void timerAdded() {
    timers[current()]++;
    allTimers++;
  }

  public void timerRemoved() {
    timers[current()]--;
    allTimers--;
  }

  /** Adds to the number of the current key's timers; negative if timers were removed. */
  void timersMoved(int count) {
    timers[current()] += count;
    allTimers += count;
  }

  /**
   * The watermark of the current key, or of its group, has moved.
   *
   * @param from in ms, Long.MIN_VALUE for none
   * @param to in ms, Long.MIN_VALUE for none any more
   */
  public void watermarkMoved(long from, long to) {
    long former = grains(from);
    long now = grains(to);
    if (former != now) {
      ranges[current()].move(former, now);
    }
  }

  private static long grains(long watermark) {
    return watermark == WatermarkRange.NONE ? WatermarkRange.NONE : watermark >> GRAIN_BITS;
  }

  private int current() {
    return currentKeyGroup.getAsInt() - keyGroups.getStartKeyGroup();
  }

  /** A group is forgotten, whichever key is the current one. */
  void groupForgotten(WatermarkGroup<?> group) {
    if (group.watermark() != WatermarkRange.NONE) {
      ranges[group.keyGroup() - keyGroups.getStartKeyGroup()].move(
          grains(group.watermark()), WatermarkRange.NONE);
    }
  }

  // ------------------------------------------------------------------------------------ gauges

  /**
   * Registers the counts with an operator's metrics.
   *
   * @param groups null if every key has a watermark of its own
   */
  public void register(MetricGroup metrics, @Nullable WatermarkGroups<?> groups) {
    metrics.<Long, Gauge<Long>>gauge(ACTIVE_KEYS, () -> allKeys);
    metrics.<Long, Gauge<Long>>gauge(HELD_TIMERS, () -> allTimers);
    metrics.<Long, Gauge<Long>>gauge(SPREAD, this::spread);
    metrics.<Long, Gauge<Long>>gauge(
        WATERMARK_GROUPS, () -> groups == null ? 0L : groups.groups().size());
    metrics.<Long, Gauge<Long>>gauge(
        STATE_BYTES,
        () ->
            allKeys * ENTRY_BYTES
                + allTimers * TIMER_BYTES
                + (groups == null ? 0 : groups.estimateBytes()));
  }

  private long spread() {
    long slowest = Long.MAX_VALUE;
    long fastest = Long.MIN_VALUE;
    for (WatermarkRange range : ranges) {
      slowest = Math.min(slowest, range.slowest());
      fastest = Math.max(fastest, range.fastest());
    }
    return slowest > fastest ? 0 : (fastest - slowest) << GRAIN_BITS;
  }
}
