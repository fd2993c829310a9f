/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/** The progress of the subtasks of a run, as it is in the store. */
public final class RunProgress {

  /** The progress of one subtask. */
  static final class Subtask {

    /** The name of the attempt that has joined last. */
    private final String writer;

    private final long bound;
    private final boolean idle;
    private final boolean ended;

    /**
     * The area in which the subtask has staged its remaining increments at the end of its input;
     * null until then.
     */
    @Nullable private final StagedArea staged;

    Subtask(String writer, long bound, boolean idle, boolean ended, @Nullable StagedArea staged) {
      this.writer = writer;
      this.bound = bound;
      this.idle = idle;
      this.ended = ended;
      this.staged = staged;
    }

    /** In ms. */
    long bound() {
      return bound;
    }
  }

  private final int parallelism;
  private final Map<Integer, Subtask> subtasks;
  private final long bound;
  @Nullable private final List<StagedArea> sealed;

  /**
   * Creates the progress from what is in the store.
   *
   * @param bound the greatest that {@link #least} has been
   */
  RunProgress(
      int parallelism,
      Map<Integer, Subtask> subtasks,
      long bound,
      @Nullable List<StagedArea> sealed) {
    this.parallelism = parallelism;
    this.subtasks = subtasks;
    this.bound = bound;
    this.sealed = sealed;
  }

  /**
   * The event time in ms up to which no subtask will add anything, and windows are emitted;
   * Long.MIN_VALUE if there is none yet. It never goes back: what a subtask that was idle still
   * adds up to it would be lost.
   */
  public long bound() {
    return bound;
  }

  /**
   * The least bound in ms of the subtasks that are not idle; if all are, the greatest, as nobody
   * waits for any of them. Long.MIN_VALUE if there is none yet.
   */
  long least() {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    boolean anyActive = false;
    for (int subtask = 0; subtask < parallelism; subtask++) {
      Subtask one = subtasks.get(subtask);
      if (one == null) {
        return Long.MIN_VALUE;
      }
      if (!one.idle || one.bound == Long.MAX_VALUE) {
        anyActive = true;
        least = Math.min(least, one.bound);
      }
      greatest = Math.max(greatest, one.bound);
    }
    return anyActive ? least : greatest;
  }

  /**
   * Whether an attempt is its subtask's current one: the one that has joined last.
   *
   * @param writer the name of the attempt
   */
  public boolean isCurrent(int subtask, String writer) {
    Subtask one = subtasks.get(subtask);
    return one != null && one.writer.equals(writer);
  }

  /** Whether no subtask, idle or not, will add anything. */
  public boolean isComplete() {
    for (int subtask = 0; subtask < parallelism; subtask++) {
      Subtask one = subtasks.get(subtask);
      if (one == null || one.bound < Long.MAX_VALUE) {
        return false;
      }
    }
    return true;
  }

  /** Whether the input of all subtasks has ended. */
  public boolean allEnded() {
    return all(true);
  }

  /** Whether all subtasks have staged their remaining increments at the end of their input. */
  boolean allStaged() {
    return all(false);
  }

  private boolean all(boolean orEnded) {
    for (int subtask = 0; subtask < parallelism; subtask++) {
      Subtask one = subtasks.get(subtask);
      if (one == null || (one.staged == null && !(orEnded && one.ended))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the staged areas of all subtasks. */
  List<StagedArea> staged() {
    List<StagedArea> areas = new ArrayList<>();
    subtasks.values().forEach(subtask -> areas.add(subtask.staged));
    return areas;
  }

  /** Whether the run is sealed: its final content is in the store, a part of it staged. */
  public boolean isSealed() {
    return sealed != null;
  }

  /** Returns the areas that were staged when the run was sealed; empty if it is not sealed. */
  public List<StagedArea> sealed() {
    return sealed == null ? Collections.emptyList() : sealed;
  }
}
