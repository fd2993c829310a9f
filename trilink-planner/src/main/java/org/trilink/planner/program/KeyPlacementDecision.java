package org.trilink.planner.program;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.metadata.KeyedOperator;
import org.trilink.planner.node.exec.KeyPlacementSpec;
import org.trilink.planner.node.physical.KeyPlacement;
import org.trilink.planner.placement.JobSettings;
import org.trilink.planner.placement.MaxParallelism;

/** Whether an operator's keys can be placed as the hints say, and if not, why. */
final class KeyPlacementDecision {

  @Nullable private final KeyPlacement placement;
  @Nullable private final String refusal;

  private KeyPlacementDecision(@Nullable KeyPlacement placement, @Nullable String refusal) {
    this.placement = placement;
    this.refusal = refusal;
  }

  /**
   * Decides.
   *
   * @throws org.apache.flink.table.api.ValidationException if the options contradict each other,
   *     the parallelism, or the savepoint that the job starts from
   */
  static KeyPlacementDecision of(KeyedOperator operator, ResolvedOptions options, JobSettings job) {
    PartitionOptions.check(options, job);
    KeyPlacementSpec settings =
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
        settings.check(keyType);
      } catch (IllegalArgumentException cannotPlace) {
        return refuse(cannotPlace.getMessage());
      }
    }
    int maxParallelism = MaxParallelism.of(job, settings.placement());
    return new KeyPlacementDecision(
        new KeyPlacement(
            settings.withMaxParallelism(maxParallelism), describe(options, maxParallelism)),
        null);
  }

  private static String describe(ResolvedOptions options, int maxParallelism) {
    List<String> settings = new ArrayList<>();
    settings.add(options.describe(TrilinkOptions.PARTITION));
    for (HintOption<?> option : PartitionOptions.detailsOf(options)) {
      if (options.explicit().contains(option)) {
        settings.add(options.describe(option));
      }
    }
    settings.add("max-parallelism=" + maxParallelism);
    return String.join(", ", settings);
  }

  private static KeyPlacementDecision refuse(String reason) {
    return new KeyPlacementDecision(null, reason);
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
}
