/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.ExchangeRewrite;
import org.trilink.planner.decision.HintSubject;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.keywatermark.KeyWatermark;
import org.trilink.planner.node.StreamPhysicalRequest;
import org.trilink.planner.placement.JobSettings;
import org.trilink.planner.placement.MonitorOptions;

/** Whether an aggregate can be merged in a store, and if not, why. */
public final class GlobalMergeDecision {

  private GlobalMergeDecision() {}

  /**
   * Decides.
   *
   * @param watermark of the aggregate's keys, null if it is the subtask's
   * @throws org.apache.flink.table.api.ValidationException if the options contradict each other
   */
  public static Decision<ExchangeRewrite> of(
      RelNode rel, ResolvedOptions options, @Nullable KeyWatermark watermark, JobSettings job) {
    return GlobalMergeAggregate.input(rel)
        .flatMap(input -> merge(input, options, watermark, job))
        .map(merge -> operator -> new StreamPhysicalRequest<>(aggregate(operator), merge));
  }

  /** The merge knows of the keys' watermark, and needs no request for it. */
  private static RelNode aggregate(RelNode operator) {
    return StreamPhysicalRequest.isOf(KeyWatermark.class, operator)
        ? operator.getInput(0)
        : operator;
  }

  private static Decision<GlobalMerge> merge(
      RelNode input, ResolvedOptions options, @Nullable KeyWatermark watermark, JobSettings job) {
    if (options.explicit().contains(TrilinkOptions.PARTITION)) {
      return Decision.refuse(
          "a global merge has no exchange, and 'partition' places keys behind an exchange; leave"
              + " one of the two out");
    }
    if (MonitorOptions.isOn(options)) {
      return Decision.refuse(
          "a global merge keeps the values of all keys in the store, so 'partition.monitor' has no"
              + " keys to move; leave one of the two out");
    }
    if (watermark != null && watermark.spec().policy().hasIdleTimeout()) {
      return Decision.refuse(
          "'watermark.idle-timeout' would fire windows on one subtask while other subtasks still"
              + " add to them; leave one of the two out");
    }
    if (watermark != null && watermark.spec().policy().isLeadBounded()) {
      return Decision.refuse(
          "a global merge fires windows by the watermarks of the subtasks, and 'watermark.max-lead'"
              + " limits only the watermarks of keys; leave it out");
    }
    if (watermark != null && options.get(TrilinkOptions.WATERMARK_KEYS_PER_GROUP) > 1) {
      return Decision.refuse(
          "the keys of a watermark group ('watermark.keys-per-group') are on all subtasks, so no"
              + " subtask knows the watermark of the group; leave one of the two out");
    }
    GlobalMergeSpec spec =
        GlobalMergeOptions.spec(options, input, job.checkpointInterval().isPresent());
    return Decision.accept(
        new GlobalMerge(
            spec, watermark == null ? null : watermark.spec(), describe(options, watermark, job)));
  }

  private static String describe(
      ResolvedOptions options, @Nullable KeyWatermark watermark, JobSettings job) {
    List<String> settings = new ArrayList<>();
    if (watermark != null) {
      settings.add(watermark.settings());
      if (!watermark.spec().policy().isSkewBounded()) {
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
}
