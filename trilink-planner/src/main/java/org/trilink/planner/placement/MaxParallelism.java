/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.OptionalInt;
import java.util.SortedSet;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.api.ValidationException;

/**
 * The max parallelism of operators whose keys are placed: a multiple of the parallelism, so that
 * all subtasks own equally many key groups.
 */
public final class MaxParallelism {

  /** Divisible by so many parallelisms that most jobs can be rescaled and stay even. */
  private static final int HIGHLY_COMPOSITE = 720;

  private static final int GREATEST = KeyGroupRangeAssignment.UPPER_BOUND_MAX_PARALLELISM;

  private MaxParallelism() {}

  /**
   * The user's; else that of the savepoint which the job starts from; else one that the parallelism
   * divides.
   *
   * @param placement the text by which state is bound to the strategy
   * @throws ValidationException if the savepoint was taken with another max parallelism than the
   *     user's or with keys placed in other ways, or cannot be read
   */
  public static int of(JobSettings job, String placement) {
    int even = evenFor(job.parallelism());
    OptionalInt explicit = job.maxParallelism();
    if (!job.savepoint().isPresent()) {
      return explicit.orElse(even);
    }
    SavepointKeys savepoint = job.savepoint().get();
    if (explicit.isPresent()) {
      if (savepoint.isReadable()) {
        checkSame(explicit.getAsInt(), savepoint, placement);
      }
      return explicit.getAsInt();
    }
    SortedSet<Integer> taken = savepoint.maxParallelisms(placement);
    if (taken.isEmpty() || taken.contains(even)) {
      return even;
    }
    if (taken.size() == 1) {
      return taken.first();
    }
    throw new ValidationException(
        String.format(
            "The operators in savepoint '%s' have different max parallelisms, %s: set"
                + " 'pipeline.max-parallelism' to that of the operators whose keys are placed by"
                + " '%s'.",
            savepoint.path(), taken, placement));
  }

  /**
   * The max parallelism for keys that are where their partitions of a topic are read: that of
   * {@link #of}, but at least as many key groups as partitions.
   *
   * @throws IllegalArgumentException if the user's, or the greatest that there is, is less; with
   *     the reason
   */
  public static int ofPartitions(JobSettings job, String placement, int partitions) {
    int max = of(job, placement);
    if (max >= partitions) {
      return max;
    }
    int multiple = (partitions + max - 1) / max * max;
    if (job.maxParallelism().isPresent() || job.isRestored() || multiple > GREATEST) {
      throw new IllegalArgumentException(
          String.format(
              "the topic has %d partitions, and the max parallelism is only %d", partitions, max));
    }
    return multiple;
  }

  /** The user's; else one that the parallelism divides, whatever savepoint the job starts from. */
  public static int withoutSavepoint(JobSettings job) {
    return job.maxParallelism().orElse(evenFor(job.parallelism()));
  }

  private static void checkSame(int explicit, SavepointKeys savepoint, String placement) {
    SortedSet<Integer> taken = savepoint.maxParallelisms(placement);
    if (!taken.isEmpty() && !taken.contains(explicit)) {
      throw new ValidationException(
          String.format(
              "Savepoint '%s' was taken with a max parallelism of %s, but the job's is set to %d."
                  + " Keyed state cannot be restored with another max parallelism. Set"
                  + " 'pipeline.max-parallelism' to %s, or leave it out; or start without the"
                  + " savepoint.",
              savepoint.path(), taken.first(), explicit, taken.first()));
    }
  }

  /** The least multiple of the parallelism and 720, or else the greatest one of the parallelism. */
  static int evenFor(int parallelism) {
    if (parallelism < 1 || parallelism > GREATEST) {
      throw new ValidationException(
          String.format(
              "The parallelism is %d; Flink allows 1 to %d subtasks.", parallelism, GREATEST));
    }
    long multiple = (long) HIGHLY_COMPOSITE / gcd(HIGHLY_COMPOSITE, parallelism) * parallelism;
    return multiple <= GREATEST ? (int) multiple : GREATEST / parallelism * parallelism;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
