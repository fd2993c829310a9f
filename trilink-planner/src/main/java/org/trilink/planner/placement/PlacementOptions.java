/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.PlacementStrategy;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;

/** Checks that the options of a placement are consistent. */
public final class PlacementOptions {

  /** The options that are for some strategies only. */
  private static final List<HintOption<?>> DETAILS =
      Collections.unmodifiableList(
          Arrays.asList(
              TrilinkOptions.PARTITION_WEIGHTS,
              TrilinkOptions.PARTITION_WEIGHT_DRAW,
              TrilinkOptions.PARTITION_HISTORY));

  private PlacementOptions() {}

  /** Throws a {@link ValidationException} that says what does not go together, and what to do. */
  static void check(ResolvedOptions options, JobSettings job) {
    // what a weaker place sets may be meant for other queries
    checkDetails(options, detail -> options.isMeantFor(TrilinkOptions.PARTITION, detail));
    if (options.get(TrilinkOptions.PARTITION).kind() == PlacementStrategy.Kind.WEIGHT) {
      checkWeights(options, job);
    }
  }

  /**
   * Checks what hints say of keys that are placed by the partitions of a topic.
   *
   * @throws ValidationException that says what does not go together, and what to do
   */
  public static void checkOfTopic(ResolvedOptions options) {
    checkDetails(options, detail -> options.isHintedFor(TrilinkOptions.PARTITION, detail));
    MonitorOptions.checkOfTopic(options);
  }

  private static void checkDetails(
      ResolvedOptions options, Predicate<HintOption<?>> isMeantForThis) {
    for (HintOption<?> detail : DETAILS) {
      if (isMeantForThis.test(detail) && !detailsOf(options).contains(detail)) {
        throw error(
            String.format(
                "'%s' has an effect only with 'partition'='%s', but 'partition' is '%s'. Leave '%s'"
                    + " out.",
                detail,
                detail == TrilinkOptions.PARTITION_HISTORY ? "least-count" : "weight",
                options.get(TrilinkOptions.PARTITION),
                detail));
      }
    }
  }

  /**
   * A strategy for the partitions of a topic, each of which stands for a subtask.
   *
   * @throws ValidationException if it lacks its weights
   */
  public static KeyPlacementSpec ofTopic(ResolvedOptions options) {
    if (options.get(TrilinkOptions.PARTITION).kind() == PlacementStrategy.Kind.WEIGHT) {
      requireWeights(options);
    }
    return new KeyPlacementSpec(
        options.get(TrilinkOptions.PARTITION),
        options.get(TrilinkOptions.PARTITION_WEIGHTS),
        options.get(TrilinkOptions.PARTITION_WEIGHT_DRAW),
        options.get(TrilinkOptions.PARTITION_HISTORY));
  }

  public static boolean isHash(ResolvedOptions options) {
    return options.get(TrilinkOptions.PARTITION).kind() == PlacementStrategy.Kind.HASH;
  }

  private static List<Integer> requireWeights(ResolvedOptions options) {
    List<Integer> weights = options.get(TrilinkOptions.PARTITION_WEIGHTS);
    if (weights == null) {
      throw error(
          "'partition'='weight' needs 'partition.weights': each subtask's share in percent, e.g."
              + " 'partition.weights'='60,40' for two.");
    }
    return weights;
  }

  private static void checkWeights(ResolvedOptions options, JobSettings job) {
    List<Integer> weights = requireWeights(options);
    // they must stay the same when the job continues at another parallelism
    if (weights.size() != job.parallelism() && !job.isRestored()) {
      throw error(
          String.format(
              "'partition.weights' has %d weights, and the job %d subtasks; give one for each, or"
                  + " set 'table.exec.resource.default-parallelism' to %d.",
              weights.size(), job.parallelism(), weights.size()));
    }
  }

  /** The options that mean something to the strategy in force. */
  public static List<HintOption<?>> detailsOf(ResolvedOptions options) {
    switch (options.get(TrilinkOptions.PARTITION).kind()) {
      case WEIGHT:
        return Arrays.asList(
            TrilinkOptions.PARTITION_WEIGHTS, TrilinkOptions.PARTITION_WEIGHT_DRAW);
      case LEAST_COUNT:
        return Collections.singletonList(TrilinkOptions.PARTITION_HISTORY);
      case HASH:
      case MODULO:
      case LEAST_KEY:
      case AUTO:
      case CUSTOM:
        return Collections.emptyList();
    }
    throw new IllegalStateException("No such strategy.");
  }

  private static ValidationException error(String text) {
    return new ValidationException("TRILINK hint: " + text);
  }
}
