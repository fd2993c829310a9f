package org.trilink.planner.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.metadata.GlobalMergeAggregate;
import org.trilink.planner.node.exec.GlobalMergeSpec;
import org.trilink.planner.node.physical.GlobalMerge;
import org.trilink.planner.node.physical.GlobalMergeNodes;
import org.trilink.planner.node.physical.KeyWatermark;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkRequest;
import org.trilink.planner.placement.JobSettings;

/** Whether an aggregate can be merged in a store, and if not, why. */
final class GlobalMergeDecision implements ExchangeRewrite {

  @Nullable private final GlobalMerge merge;
  @Nullable private final String refusal;

  private GlobalMergeDecision(@Nullable GlobalMerge merge, @Nullable String refusal) {
    this.merge = merge;
    this.refusal = refusal;
  }

  /**
   * Decides.
   *
   * @param watermark of the aggregate's keys, null if it is the subtask's
   * @throws org.apache.flink.table.api.ValidationException if the options contradict each other
   */
  static GlobalMergeDecision of(
      RelNode rel, ResolvedOptions options, @Nullable KeyWatermark watermark, JobSettings job) {
    GlobalMergeAggregate aggregate = GlobalMergeAggregate.of(rel);
    Optional<Duration> checkpoints = job.checkpointInterval();
    if (aggregate.obstacle() != null) {
      return refuse(aggregate.obstacle());
    }
    if (options.explicit().contains(TrilinkOptions.PARTITION)) {
      return refuse("there is no exchange then, and 'partition' places keys behind one");
    }
    if (MonitorOptions.isOn(options)) {
      return refuse(
          "there is no exchange then, and what is merged is in the store: 'partition.monitor' has no"
              + " keys to move; leave one of the two out");
    }
    if (watermark != null && watermark.spec().hasIdleTimeout()) {
      return refuse(
          "with 'watermark.idle-timeout' one subtask would fire windows that others still add to");
    }
    if (watermark != null && watermark.spec().hasMaxLead()) {
      return refuse(
          "windows are final by the subtasks' watermarks, and 'watermark.max-lead' keeps those of keys"
              + " from following a record; leave it out");
    }
    if (watermark != null && options.get(TrilinkOptions.WATERMARK_KEYS_PER_GROUP) > 1) {
      return refuse("a group's keys are on all subtasks, so that nobody knows its watermark");
    }
    GlobalMergeSpec spec =
        GlobalMergeOptions.spec(options, aggregate.input(), checkpoints.isPresent());
    return new GlobalMergeDecision(
        new GlobalMerge(
            spec, watermark == null ? null : watermark.spec(), describe(options, watermark, job)),
        null);
  }

  private static String describe(
      ResolvedOptions options, @Nullable KeyWatermark watermark, JobSettings job) {
    List<String> settings = new ArrayList<>();
    if (watermark != null) {
      settings.add(watermark.settings());
      if (!watermark.spec().isSkewBounded()) {
        settings.add("results=at the end of the input");
      }
    }
    settings.add(options.describe(TrilinkOptions.EXCHANGE));
    for (HintOption<?> option : HintSubject.EXCHANGE.details()) {
      if (option.name().startsWith("global-merge.") && options.explicit().contains(option)) {
        settings.add(options.describe(option));
      }
    }
    Optional<Duration> checkpoints = job.checkpointInterval();
    if (!checkpoints.isPresent() && GlobalMergeOptions.triggers(options).isEmpty()) {
      settings.add(GlobalMergeOptions.defaultTrigger());
    }
    settings.add(
        checkpoints
            .map(
                interval ->
                    "delivery=exactly-once (checkpoints every "
                        + TrilinkOptions.GLOBAL_MERGE_EMIT_DELAY.format(interval)
                        + ")")
            .orElse("delivery=at-least-once (no checkpoints)"));
    return String.join(", ", settings);
  }

  private static GlobalMergeDecision refuse(String reason) {
    return new GlobalMergeDecision(null, reason);
  }

  /** The reason, null if accepted. */
  @Nullable
  String refusal() {
    return refusal;
  }

  /** The merge knows of the keys' watermark, and needs no rule for it. */
  @Override
  public RelNode request(RelNode operator) {
    RelNode aggregate =
        operator instanceof StreamPhysicalKeyWatermarkRequest ? operator.getInput(0) : operator;
    return GlobalMergeNodes.inPlaceOf(aggregate, merge);
  }

  @Override
  public String describe() {
    return String.valueOf(merge);
  }
}
