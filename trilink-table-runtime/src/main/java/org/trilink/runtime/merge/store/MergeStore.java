/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.util.NavigableSet;
import javax.annotation.Nullable;

/**
 * The data that the subtasks of one run share: accumulators by key and window, the fences of the
 * writers, and the progress of each subtask. A run is one execution of an operator, across failures
 * and savepoints; another execution of the same statement is another run.
 *
 * <p>Accumulators are merged by the subtask, not by the store: they are read, combined, and written
 * back unless they were changed in the meantime (optimistic locking). So Flink's own code merges
 * them, with identical results for all types. A key belongs to one of {@link #BUCKETS} buckets. A
 * bucket has a version, which grows with every change of its accumulators. It is used to detect
 * concurrent changes, and to read what has changed since.
 *
 * <p>Used by one thread. All methods throw a {@link StoreException}. If that is {@linkplain
 * StoreException#isPassing passing}, the call may be retried: all methods are idempotent, so it
 * does not matter whether the first call took effect.
 */
public interface MergeStore extends AutoCloseable {

  /** The number of buckets of a run, at any parallelism. */
  int BUCKETS = 128;

  /** Takes an accumulator. */
  @FunctionalInterface
  interface Accumulators {
    void accept(int bucket, byte[] key, byte[] accumulator, long version);
  }

  /**
   * Joins a run, and creates it if there is none and nothing was restored. A job that was restored
   * from another one's savepoint takes the run over; the other can then write no more.
   *
   * @throws StoreException if the run has been continued since the restored checkpoint, belongs to
   *     another job, or does not exist
   */
  void join(Membership member);

  /**
   * Adds a chunk atomically with its fence, unless it was added before, or the run is sealed.
   *
   * @return whether it was added now
   * @throws StoreException also if another job has taken the run over
   */
  boolean apply(Chunk chunk, Combiner combiner);

  /**
   * Publishes the progress of a subtask, if the writer is its current one. It will only add to
   * windows that end after the bound.
   *
   * @param number from 1, one more than that of what the writer published before; what has a lower
   *     one and arrives later is ignored
   * @param bound event time in ms
   * @param idle whether it has no records, so that the others do not wait for it
   * @return the {@linkplain RunProgress#bound() bound} of all subtasks from now on
   */
  long publish(int subtask, String writer, long number, long bound, boolean idle);

  /** Records that a subtask's input has ended, if the writer is the subtask's current one. */
  void end(int subtask, String writer);

  RunProgress progress();

  /** Stages a content, which is not part of the result yet. It replaces one with the same index. */
  void stage(String area, int index, byte[] content);

  /** A staged content; null if there is none. */
  @Nullable
  byte[] staged(String area, int index);

  void unstage(String area, int index);

  /**
   * Records that a subtask has staged all its remaining increments, if the writer is its current
   * one. The last subtask seals the run: from then on what was staged is part of the result, and
   * nothing can be added.
   */
  void seal(int subtask, String writer, StagedArea area);

  /**
   * The windows that have accumulators in the range.
   *
   * @param after end of a window in ms; only later ones
   * @param upTo end of a window in ms; no later ones
   */
  NavigableSet<Long> windows(BucketRange range, long after, long upTo);

  /** The accumulators of a window. */
  void read(BucketRange range, long window, Accumulators accumulators);

  /** Removes the accumulators of the windows that end by then. */
  void dropWindows(BucketRange range, long upTo);

  /**
   * The accumulators of {@link Increment#NO_WINDOW} that have changed, of each bucket in the order
   * of their versions.
   *
   * @param after the version of each bucket, by number, since which
   */
  void changes(BucketRange range, long[] after, Accumulators accumulators);

  /** Never throws. */
  @Override
  void close();
}
