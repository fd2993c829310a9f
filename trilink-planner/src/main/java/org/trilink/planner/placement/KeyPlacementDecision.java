/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.keywatermark.KeyWatermark;
import org.trilink.planner.metadata.KeyedOperator;

/** Whether an operator's keys can be placed, and moved, as the hints say, and if not, why. */
final class KeyPlacementDecision {

  private KeyPlacementDecision() {}

  /**
   * Decides. What is accepted in part is a placement whose keys are not moved.
   *
   * @param watermark of the operator's keys, null if it is the subtask's
   * @param identity the operator's ({@link OperatorIdentity})
   * @param orderObstacle why the results of an operator must stay in order, null if they need not
   * @throws org.apache.flink.table.api.ValidationException if the options contradict each other,
   *     the parallelism, or the savepoint that the job starts from
   */
  static Decision<KeyPlacement> of(
      Decision<KeyedOperator> operator,
      ResolvedOptions options,
      JobSettings job,
      @Nullable KeyWatermark watermark,
      String identity,
      Function<KeyedOperator, String> orderObstacle) {
    PlacementOptions.check(options, job);
    MonitorOptions monitor = MonitorOptions.of(options);
    KeyPlacementSpec placed =
        new KeyPlacementSpec(
            options.get(TrilinkOptions.PARTITION),
            options.get(TrilinkOptions.PARTITION_WEIGHTS),
            options.get(TrilinkOptions.PARTITION_WEIGHT_DRAW),
            options.get(TrilinkOptions.PARTITION_HISTORY));
    return operator.flatMap(
        accepted ->
            of(
                accepted,
                placed,
                monitor,
                options,
                job,
                identity,
                obstacleToMoves(accepted, watermark, orderObstacle)));
  }

  private static Decision<KeyPlacement> of(
      KeyedOperator operator,
      KeyPlacementSpec placed,
      MonitorOptions monitor,
      ResolvedOptions options,
      JobSettings job,
      String identity,
      @Nullable String obstacleToMoves) {
    for (RowType keyType : operator.keyTypes()) {
      try {
        placed.check(keyType);
      } catch (IllegalArgumentException cannotPlace) {
        return Decision.refuse(cannotPlace.getMessage());
      }
    }
    String cannotMove = monitor.settings() == null ? null : obstacleToMoves;
    if (cannotMove != null && placed.isAuto()) {
      return Decision.refuse(cannotMove); // it has no effect without moves
    }
    KeyPlacementSpec settings =
        cannotMove == null ? placed.withMonitor(monitor.settings()) : placed;
    List<String> ofMonitor = cannotMove == null ? monitor.describe() : Collections.emptyList();
    int maxParallelism = MaxParallelism.of(job, settings.placement());
    KeyPlacement placement =
        new KeyPlacement(
            settings.withMaxParallelism(maxParallelism),
            describe(options, ofMonitor, maxParallelism, job),
            identity);
    return cannotMove == null
        ? Decision.accept(placement)
        : Decision.acceptInPart(placement, cannotMove);
  }

  /** Why keys of an operator that can be placed cannot be moved, null if they can. */
  @Nullable
  private static String obstacleToMoves(
      KeyedOperator operator,
      @Nullable KeyWatermark watermark,
      Function<KeyedOperator, String> orderObstacle) {
    if (watermark != null && watermark.spec().policy().isOfGroups()) {
      return "keys that share a watermark ('watermark.keys-per-group') cannot be moved one by one;"
          + " leave one of the two out";
    }
    return orderObstacle.apply(operator);
  }

  private static String describe(
      ResolvedOptions options, List<String> ofMonitor, int maxParallelism, JobSettings job) {
    List<String> settings = new ArrayList<>();
    settings.add(options.describe(TrilinkOptions.PARTITION));
    for (HintOption<?> option : PlacementOptions.detailsOf(options)) {
      if (options.explicit().contains(option)) {
        settings.add(options.describe(option));
      }
    }
    settings.addAll(ofMonitor);
    settings.add("max-parallelism=" + maxParallelism);
    if (!ofMonitor.isEmpty() && job.parallelism() == 1) {
      settings.add("moves=none while the parallelism is 1");
    }
    return String.join(", ", settings);
  }
}
