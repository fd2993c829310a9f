package org.trilink.planner.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.metadata.KeyedOperator;
import org.trilink.planner.node.exec.KeyPlacementSpec;
import org.trilink.planner.node.physical.KeyPlacement;
import org.trilink.planner.node.physical.KeyWatermark;
import org.trilink.planner.placement.JobSettings;
import org.trilink.planner.placement.MaxParallelism;

/** Whether an operator's keys can be placed, and moved, as the hints say, and if not, why. */
final class KeyPlacementDecision {

  @Nullable private final KeyPlacement placement;
  @Nullable private final String refusal;
  @Nullable private final String refusalOfMonitor;

  private KeyPlacementDecision(
      @Nullable KeyPlacement placement,
      @Nullable String refusal,
      @Nullable String refusalOfMonitor) {
    this.placement = placement;
    this.refusal = refusal;
    this.refusalOfMonitor = refusalOfMonitor;
  }

  /**
   * Decides.
   *
   * @param watermark of the operator's keys, null if it is the subtask's
   * @throws org.apache.flink.table.api.ValidationException if the options contradict each other,
   *     the parallelism, or the savepoint that the job starts from
   */
  static KeyPlacementDecision of(
      KeyedOperator operator,
      ResolvedOptions options,
      JobSettings job,
      @Nullable KeyWatermark watermark) {
    PartitionOptions.check(options, job);
    MonitorOptions monitor = MonitorOptions.of(options);
    KeyPlacementSpec placed =
        new KeyPlacementSpec(
            options.get(TrilinkOptions.PARTITION),
            options.get(TrilinkOptions.PARTITION_WEIGHTS),
            options.get(TrilinkOptions.PARTITION_WEIGHT_DRAW),
            options.get(TrilinkOptions.PARTITION_HISTORY),
            job.parallelism());
    if (operator.obstacle() != null) {
      return refuse(operator.obstacle());
    }
    for (RowType keyType : operator.keyTypes()) {
      try {
        placed.check(keyType);
      } catch (IllegalArgumentException cannotPlace) {
        return refuse(cannotPlace.getMessage());
      }
    }
    String cannotMove = monitor.spec() == null ? null : obstacleToMoves(watermark);
    if (cannotMove != null && placed.isAuto()) {
      return refuse(cannotMove); // it is nothing without moves
    }
    KeyPlacementSpec settings = cannotMove == null ? placed.withMonitor(monitor.spec()) : placed;
    List<String> ofMonitor = cannotMove == null ? monitor.describe() : Collections.emptyList();
    int maxParallelism = MaxParallelism.of(job, settings.placement());
    return new KeyPlacementDecision(
        new KeyPlacement(
            settings.withMaxParallelism(maxParallelism),
            describe(options, ofMonitor, maxParallelism, job)),
        null,
        cannotMove);
  }

  /** Why keys of an operator that can be placed cannot be moved, null if they can. */
  @Nullable
  private static String obstacleToMoves(@Nullable KeyWatermark watermark) {
    return watermark != null && watermark.spec().isOfGroups()
        ? "keys that share a watermark ('watermark.keys-per-group') cannot be moved one by one; leave"
            + " one of the two out"
        : null;
  }

  private static String describe(
      ResolvedOptions options, List<String> ofMonitor, int maxParallelism, JobSettings job) {
    List<String> settings = new ArrayList<>();
    settings.add(options.describe(TrilinkOptions.PARTITION));
    for (HintOption<?> option : PartitionOptions.detailsOf(options)) {
      if (options.explicit().contains(option)) {
        settings.add(options.describe(option));
      }
    }
    settings.addAll(ofMonitor);
    settings.add("max-parallelism=" + maxParallelism);
    if (!ofMonitor.isEmpty() && job.parallelism() == 1) {
      settings.add("moves=none while there is one subtask");
    }
    return String.join(", ", settings);
  }

  private static KeyPlacementDecision refuse(String reason) {
    return new KeyPlacementDecision(null, reason, null);
  }

  /** The placement to plan, null if refused. */
  @Nullable
  KeyPlacement placement() {
    return placement;
  }

  /** The reason, null if accepted. */
  @Nullable
  String refusal() {
    return refusal;
  }

  /** The reason for which keys are placed, but not moved; null if they are as the hints say. */
  @Nullable
  String refusalOfMonitor() {
    return refusalOfMonitor;
  }
}
