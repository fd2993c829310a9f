/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.trilink.planner.decision.HintReport;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.hint.WatermarkGrain;
import org.trilink.planner.metadata.EventTimeOperator;

/**
 * Shows in EXPLAIN that the session's {@code watermark=key} or {@code auto} has no effect on a
 * statement. This is not a refusal: a session's setting applies only to the statements that can use
 * it.
 */
final class SessionWithoutEffect {

  private final HintOptions session;
  private final HintScope scope;

  SessionWithoutEffect(HintOptions session, HintScope scope) {
    this.session = session;
    this.scope = scope;
  }

  /**
   * The plan, below the remark if there is any.
   *
   * @param flinks the plan as Flink made it
   */
  RelNode remark(RelNode decided, RelNode flinks) {
    boolean isAuto = session.isAuto(TrilinkOptions.WATERMARK);
    boolean isAskedFor =
        isAuto
            || session.get(TrilinkOptions.WATERMARK).filter(WatermarkGrain.KEY::equals).isPresent();
    boolean isForHints =
        scope.uses().stream().anyMatch(use -> use.options().has(TrilinkOptions.WATERMARK));
    return !isAskedFor || isForHints || mayHaveEventTime(flinks)
        ? decided
        : HintReport.remark(
            decided,
            String.format(
                "watermark=%s (session) has no effect here: the statement has no operator that"
                    + " waits for watermarks",
                isAuto ? HintOption.AUTO : "key"));
  }

  /** A sub-plan that statements share says for itself what became of the option there. */
  private static boolean mayHaveEventTime(RelNode rel) {
    boolean isEventTime = Plans.hintLevel(rel) != null && !EventTimeOperator.of(rel).isNone();
    return isEventTime
        || rel instanceof StreamPhysicalIntermediateTableScan
        || rel.getInputs().stream().anyMatch(SessionWithoutEffect::mayHaveEventTime);
  }
}
