/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Window;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.trilink.planner.decision.AdvisedDecision;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.GoverningHints;
import org.trilink.planner.decision.HintLevel;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.HintSubject;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.decision.StrictHints;
import org.trilink.planner.decision.UnresolvedHints;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.MaxLeadAction;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.hint.WatermarkGrain;
import org.trilink.planner.metadata.EventTimeInput;
import org.trilink.planner.metadata.EventTimeOperator;
import org.trilink.planner.metadata.PlanNames;

/** Decides which operators' keys have a watermark of their own. */
public final class DecideKeyWatermark {

  private static final String FIRES_FUTURE_ROWS =
      "'watermark.idle-timeout' fires rows that 'watermark.max-lead' has kept, and OVER ROWS n"
          + " PRECEDING then drops the key's rows up to the time of these; set"
          + " 'watermark.max-lead.action' to drop, or leave one of the two out";

  private final HintScope scope;
  private final HintOptions session;
  private final UnresolvedHints open;

  public DecideKeyWatermark(HintScope scope, HintOptions session, UnresolvedHints open) {
    this.scope = scope;
    this.session = session;
    this.open = open;
  }

  /**
   * Decides for an operator.
   *
   * @param consumer the nearest operator above that needs watermarks, null if none does
   * @param above the nodes above
   */
  public Decision<KeyWatermark> decide(
      RelNode rel, @Nullable RelNode consumer, List<RelNode> above) {
    if (rel instanceof StreamPhysicalIntermediateTableScan) {
      refuseUnboundedSkewBelow((StreamPhysicalIntermediateTableScan) rel, consumer);
    }
    HintLevel level = Plans.hintLevel(rel);
    Decision<EventTimeOperator> operator =
        level == null ? Decision.none() : EventTimeOperator.of(rel);
    if (operator.isNone()) {
      return Decision.none(); // an unbounded GROUP BY, for example, knows no event time
    }
    GoverningHints governing =
        GoverningHints.of(rel, level, Plans.levelsAmong(above, level), scope);
    boolean isAskedFor =
        governing.isAskedFor(TrilinkOptions.WATERMARK, WatermarkGrain.KEY, session)
            || governing.isAuto(TrilinkOptions.WATERMARK, session);
    boolean isAdvisedUnasked = governing.conflict() == null && governing.isAdviceOn(session);
    if (!isAskedFor && !isAdvisedUnasked) {
      return Decision.none();
    }
    open.markHandled(governing.uses(), HintSubject.WATERMARK);
    open.markHandled(governing.uses(), HintSubject.ADVICE);
    if (governing.conflict() != null) {
      return governing.refuse(TrilinkOptions.WATERMARK, session);
    }
    ResolvedOptions options = governing.resolve(session);
    if (options.get(TrilinkOptions.WATERMARK) != WatermarkGrain.KEY) {
      // advice, or a hint of higher precedence, says so
      return AdvisedDecision.stock(TrilinkOptions.WATERMARK, options);
    }
    return AdvisedDecision.of(
        TrilinkOptions.WATERMARK, options, inForce -> decide(rel, operator, inForce, consumer));
  }

  private Decision<KeyWatermark> decide(
      RelNode rel,
      Decision<EventTimeOperator> operator,
      ResolvedOptions options,
      @Nullable RelNode consumer) {
    KeyWatermarkDecision.checkMaxLead(options);
    return operator
        .flatMap(
            accepted ->
                firesFutureRows(rel, options)
                    ? Decision.refuse(FIRES_FUTURE_ROWS)
                    : decide(accepted, options, consumer))
        .explained(reason -> StrictHints.advice("watermark=key", reason, options))
        .flatMap(watermark -> withGroups(watermark, options));
  }

  /**
   * Whether an idle key's rows that are too far ahead are fired, and an operator keeps the time of
   * the last row that it has fired: OVER of a number of rows.
   */
  private static boolean firesFutureRows(RelNode rel, ResolvedOptions options) {
    if (!(rel instanceof StreamPhysicalOverAggregate)
        || options.get(TrilinkOptions.WATERMARK_IDLE_TIMEOUT) == null
        || options.get(TrilinkOptions.WATERMARK_MAX_LEAD) == null
        || options.get(TrilinkOptions.WATERMARK_MAX_LEAD_ACTION) == MaxLeadAction.DROP) {
      return false;
    }
    Window.Group window = ((StreamPhysicalOverAggregate) rel).logicWindow().groups.get(0);
    return window.isRows && !window.lowerBound.isUnbounded();
  }

  /** Without a sample, each key has a watermark of its own where that is left to one. */
  private static Decision<KeyWatermark> withGroups(
      KeyWatermark watermark, ResolvedOptions options) {
    Decision<KeyWatermark> groups =
        options.isAuto(TrilinkOptions.WATERMARK_KEYS_PER_GROUP)
                && !options.isAdvised(TrilinkOptions.WATERMARK_KEYS_PER_GROUP)
            ? AdvisedDecision.stock(TrilinkOptions.WATERMARK_KEYS_PER_GROUP, options)
            : Decision.none();
    return groups.refusal() == null
        ? Decision.accept(watermark)
        : Decision.acceptInPart(watermark, groups.refusal());
  }

  private Decision<KeyWatermark> decide(
      EventTimeOperator operator, ResolvedOptions options, @Nullable RelNode consumer) {
    String idleBelow = resultsOfKeysThatFallIdle(operator);
    return idleBelow == null
        ? KeyWatermarkDecision.of(operator, options, consumer)
        : Decision.refuse(idleBelow);
  }

  /**
   * Why a key's results may be out of order: an idle key is cleared, and may later emit results of
   * times that it has already passed.
   */
  @Nullable
  private String resultsOfKeysThatFallIdle(EventTimeOperator operator) {
    for (EventTimeInput input : operator.inputs()) {
      RelNode below = input.origin().resultsOf();
      boolean fallsIdle =
          below instanceof KeyWatermarkRel
              ? ((KeyWatermarkRel) below).watermark().spec().hasIdleTimeout()
              : isIdleTimeoutAskedFor();
      if (below != null && fallsIdle) {
        return String.format(
            "its input rows are results of %s, and with 'watermark.idle-timeout' the results of a"
                + " key that is active again may be out of order; not supported yet",
            PlanNames.operator(below));
      }
    }
    return null;
  }

  /** Whether any hint or the session sets it: the operator below is not decided yet. */
  private boolean isIdleTimeoutAskedFor() {
    return session.get(TrilinkOptions.WATERMARK_IDLE_TIMEOUT).isPresent()
        || scope.uses().stream()
            .anyMatch(use -> use.options().get(TrilinkOptions.WATERMARK_IDLE_TIMEOUT).isPresent());
  }

  /** A shared sub-plan was planned before its consumers were known. */
  private static void refuseUnboundedSkewBelow(
      StreamPhysicalIntermediateTableScan scan, @Nullable RelNode consumer) {
    if (consumer == null) {
      return;
    }
    List<RelNode> pending = new ArrayList<>();
    pending.add(scan.intermediateTable().relNode());
    while (!pending.isEmpty()) {
      RelNode rel = pending.remove(pending.size() - 1);
      if (rel instanceof KeyWatermarkRel
          && !((KeyWatermarkRel) rel).watermark().spec().isSkewBounded()) {
        throw new ValidationException(
            String.format(
                "TRILINK hint: 'watermark'='key' needs 'watermark.max-skew' on an operator whose"
                    + " result several statements share: %s in one of them waits for watermarks and"
                    + " would get none before the end of the input. Set 'watermark.max-skew', or"
                    + " leave the hint out.",
                PlanNames.operator(consumer)));
      }
      if (rel instanceof StreamPhysicalIntermediateTableScan) {
        pending.add(((StreamPhysicalIntermediateTableScan) rel).intermediateTable().relNode());
      }
      pending.addAll(rel.getInputs());
    }
  }
}
