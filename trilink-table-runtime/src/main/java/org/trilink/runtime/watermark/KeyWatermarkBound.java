/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.trilink.runtime.operator.MoveBug;

/**
 * The watermark, in ms, that bounds the watermarks of a subtask's keys from below. Windows and
 * timers up to it have been fired, and their state may have been cleared.
 *
 * <p>It is one number, except for some time after a restore: key groups may come from subtasks with
 * different bounds, and each keeps its own until the subtask's bound has passed it.
 */
public final class KeyWatermarkBound {

  /** Why keys cannot be handed over yet. */
  public static final String NOT_SETTLED =
      "watermarks have not yet reached their values from before the job was restored";

  /** The type of a snapshot's entries: first and last key group, and their bound. */
  public static final TypeInformation<Tuple3<Integer, Integer, Long>> STATE_TYPE =
      Types.TUPLE(Types.INT, Types.INT, Types.LONG);

  private final int maxParallelism;
  private final KeyGroupRange keyGroups;
  private long bound = Long.MIN_VALUE;

  /** Whether watermarks have reached the bound since the restore. */
  private boolean isReached = true;

  /**
   * The restored bounds by key group, from the subtask's first one; null once the bound has passed
   * all of them.
   */
  @Nullable private long[] restored;

  private KeyWatermarkBound(int maxParallelism, KeyGroupRange keyGroups) {
    this.maxParallelism = maxParallelism;
    this.keyGroups = keyGroups;
  }

  /**
   * A subtask's bound.
   *
   * @param entries those of all former subtasks; none for a fresh start
   */
  public static KeyWatermarkBound of(
      int maxParallelism,
      int parallelism,
      int subtask,
      Iterable<Tuple3<Integer, Integer, Long>> entries) {
    KeyWatermarkBound bound =
        new KeyWatermarkBound(
            maxParallelism,
            KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                maxParallelism, parallelism, subtask));
    bound.restore(entries);
    return bound;
  }

  private void restore(Iterable<Tuple3<Integer, Integer, Long>> entries) {
    int first = keyGroups.getStartKeyGroup();
    long[] bounds = new long[keyGroups.getNumberOfKeyGroups()];
    Arrays.fill(bounds, Long.MIN_VALUE);
    for (Tuple3<Integer, Integer, Long> entry : entries) {
      if (entry.f2 == Long.MAX_VALUE) {
        continue; // the job was drained; new records may still follow
      }
      int from = Math.max(entry.f0, first);
      int to = Math.min(entry.f1, keyGroups.getEndKeyGroup());
      for (int keyGroup = from; keyGroup <= to; keyGroup++) {
        bounds[keyGroup - first] = entry.f2;
      }
    }
    restored = bounds;
    advance(Arrays.stream(bounds).min().orElse(Long.MIN_VALUE));
    isReached = bound == Long.MIN_VALUE;
  }

  /** The entries to keep in a snapshot. */
  public List<Tuple3<Integer, Integer, Long>> snapshot() {
    List<Tuple3<Integer, Integer, Long>> entries = new ArrayList<>();
    int first = keyGroups.getStartKeyGroup();
    if (restored == null) {
      entries.add(Tuple3.of(first, keyGroups.getEndKeyGroup(), bound));
    } else {
      for (int i = 0; i < restored.length; i++) {
        entries.add(Tuple3.of(first + i, first + i, Math.max(restored[i], bound)));
      }
    }
    return entries;
  }

  /** The bound that holds for all keys. */
  public long ofAllKeys() {
    return bound;
  }

  /**
   * Whether watermarks have reached the restored bounds. From then on, all subtasks at the same
   * watermark have the same bound for all keys.
   */
  public boolean isSettled() {
    return isReached && restored == null;
  }

  /** Writes the bound of a key that is handed over. */
  public void takeOut(Object key, DataOutputView target) throws IOException {
    target.writeLong(of(key));
  }

  /**
   * Reads the bound of a key that is received.
   *
   * @throws IllegalStateException if it differs from this subtask's: the key's windows could be
   *     fired twice, or its records be late
   */
  public void putIn(Object newKey, DataInputView source) throws IOException {
    long former = source.readLong();
    if (former != of(newKey)) {
      throw new IllegalStateException(
          String.format(
              "A key arrives from a subtask at %d, but this one is at %d: keys may only move when"
                  + " all subtasks have had the same watermark."
                  + MoveBug.REMEDY,
              former,
              of(newKey)));
    }
  }

  /** The bound that holds for a key of this subtask. */
  public long of(Object key) {
    if (restored == null) {
      return bound;
    }
    int keyGroup = KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
    return Math.max(bound, restored[keyGroup - keyGroups.getStartKeyGroup()]);
  }

  /** Advances the bound; it never moves back. Returns whether it has advanced. */
  public boolean advance(long newBound) {
    if (restored != null && Arrays.stream(restored).allMatch(old -> old <= newBound)) {
      restored = null;
    }
    isReached |= newBound >= bound;
    if (newBound <= bound) {
      return false;
    }
    bound = newBound;
    return true;
  }
}
