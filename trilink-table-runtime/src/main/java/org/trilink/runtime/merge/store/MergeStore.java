/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.util.NavigableSet;
import javax.annotation.Nullable;

/**
 * What the subtasks of one run share: accumulators by key and window, the fences of those who write
 * them, and how far each subtask is. A run is one execution of an operator, over failures and
 * savepoints; another execution of the same statement is another run.
 *
 * <p>Accumulators are merged by the subtask, not by the store: read, combined, and written back if
 * nobody was faster. So they are merged by Flink's own code, to the last bit, whatever their types.
 * A key belongs to one of {@link #BUCKETS} buckets. A bucket has a version, which grows with every
 * change of its accumulators; it tells whether somebody was faster, and what has changed since.
 *
 * <p>Used by one thread. All methods throw a {@link StoreException}; after a passing one, the same
 * call may be repeated, also if the first has had its effect: each is safe to repeat.
 */
public interface MergeStore extends AutoCloseable {

  /** Of a run, whatever its parallelism. */
  int BUCKETS = 128;

  /** Takes an accumulator. */
  @FunctionalInterface
  interface Accumulators {
    void accept(int bucket, byte[] key, byte[] accumulator, long version);
  }

  /**
   * Enters a run, and makes it if there is none and nothing was restored. A job that was restored
   * from another one's savepoint takes the run over; the other can then write no more.
   *
   * @throws StoreException if the run has gone on since what was restored, is another job's, or is
   *     not there
   */
  void join(Membership member);

  /**
   * Adds a chunk in one step with its fence, unless that was done before, or the run is sealed.
   *
   * @return whether it was added now
   * @throws StoreException also if another job has taken the run over
   */
  boolean apply(Chunk chunk, Combiner combiner);

  /**
   * Says how far a subtask is. All it adds later is of windows that end after that.
   *
   * @param bound event time in ms
   * @param idle whether it has no records, and the others shall not wait for it
   */
  void publish(int subtask, long bound, boolean idle);

  /** Says that a subtask's input has ended, if the writer is the subtask's current one. */
  void end(int subtask, String writer);

  RunProgress progress();

  /** Keeps a content that does not count yet, in place of the one that has its index. */
  void stage(String area, int index, byte[] content);

  /** A content; null if there is none. */
  @Nullable
  byte[] staged(String area, int index);

  void unstage(String area, int index);

  /**
   * Says that a subtask has staged all it had at its end, if the writer is its current one, and
   * seals the run if it is the last: what was staged counts from then on, and nothing can be added.
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
