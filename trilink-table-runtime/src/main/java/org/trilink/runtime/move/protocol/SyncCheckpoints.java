/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;

/**
 * Knows which checkpoints are under way, which wait for a Sync, and the maps of moved keys in those
 * to which the job may be restored.
 */
final class SyncCheckpoints {

  /** Released, and neither complete nor aborted. */
  private final TreeSet<Long> underWay = new TreeSet<>();

  /** To be released when the Sync under way is over. */
  private final TreeSet<Long> held = new TreeSet<>();

  /**
   * Aborted before it began, or before all coordinators were asked: Flink still asks for the
   * coordinators' part, and does not announce the abort again.
   */
  private final TreeSet<Long> abortedBefore = new TreeSet<>();

  /** The last checkpoint that has begun. */
  private long last = Long.MIN_VALUE;

  private final TreeMap<Long, MovedKeys> maps = new TreeMap<>();

  /**
   * @param moved the map before the first checkpoint
   */
  SyncCheckpoints(MovedKeys moved) {
    reset(OperatorCoordinator.NO_CHECKPOINT, moved);
  }

  boolean anyUnderWay() {
    return !underWay.isEmpty();
  }

  boolean anyHeld() {
    return !held.isEmpty();
  }

  /**
   * A checkpoint begins.
   *
   * @param free whether no Sync is in its way
   * @return whether it is to be released now
   */
  boolean requested(long checkpoint, MovedKeys moved, boolean free) {
    last = Math.max(last, checkpoint);
    abortedBefore.headSet(checkpoint).clear();
    if (abortedBefore.contains(checkpoint) || underWay.contains(checkpoint)) {
      return true;
    }
    if (!free) {
      held.add(checkpoint);
      return false;
    }
    begin(checkpoint, moved);
    return true;
  }

  private void begin(long checkpoint, MovedKeys moved) {
    underWay.add(checkpoint);
    maps.put(checkpoint, moved);
  }

  /** Releases the checkpoints that were held for a Sync. */
  List<Long> releaseHeld(MovedKeys moved) {
    List<Long> released = new ArrayList<>(held);
    held.clear();
    released.forEach(checkpoint -> begin(checkpoint, moved));
    return released;
  }

  void completed(long checkpoint) {
    underWay.remove(checkpoint);
    // a savepoint that has begun earlier may be complete later
    maps.headMap(checkpoint).keySet().retainAll(underWay);
  }

  /** Returns whether it was held, and is to be released now. */
  boolean aborted(long checkpoint) {
    if (checkpoint >= last) {
      abortedBefore.add(checkpoint);
    }
    if (underWay.remove(checkpoint)) {
      maps.remove(checkpoint);
    }
    return held.remove(checkpoint);
  }

  /** The map in a checkpoint to which the job may be restored; null if it is not known. */
  @Nullable
  MovedKeys mapOf(long checkpoint) {
    return maps.get(checkpoint);
  }

  /** The whole job is restored from a checkpoint. */
  void reset(long checkpoint, MovedKeys moved) {
    maps.clear();
    maps.put(checkpoint, moved);
  }
}
