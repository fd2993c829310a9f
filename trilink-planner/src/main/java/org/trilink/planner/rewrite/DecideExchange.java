/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import java.util.EnumSet;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.common.CommonPhysicalLookupJoin;
import org.trilink.planner.aheadkeyby.AheadKeyByTopics;
import org.trilink.planner.aheadkeyby.DecideAheadKeyBy;
import org.trilink.planner.decision.AdvisedDecision;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.ExchangeRewrite;
import org.trilink.planner.decision.GoverningHints;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.HintSubject;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.decision.StrictHints;
import org.trilink.planner.decision.UnresolvedHints;
import org.trilink.planner.globalmerge.GlobalMergeDecision;
import org.trilink.planner.hint.ExchangeStrategy;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.keywatermark.KeyWatermark;
import org.trilink.planner.localmerge.LocalMergeDecision;
import org.trilink.planner.metadata.KeyedOperator;
import org.trilink.planner.placement.JobSettings;

/** Decides how records reach the subtask of their key, operator by operator. */
final class DecideExchange {

  private final HintScope scope;
  private final HintOptions session;
  private final JobSettings job;
  private final UnresolvedHints open;
  private final DecideAheadKeyBy aheadKeyBy;

  DecideExchange(
      HintScope scope,
      AheadKeyByTopics topics,
      HintOptions session,
      JobSettings job,
      UnresolvedHints open) {
    this.scope = scope;
    this.session = session;
    this.job = job;
    this.open = open;
    this.aheadKeyBy = new DecideAheadKeyBy(topics, job, open);
  }

  /**
   * Collects how an operator needs the topics that it reads to be partitioned, if hints ask for
   * that. To be called for all operators before any decision.
   *
   * @param above the nodes above
   */
  void collect(RelNode rel, List<RelNode> above) {
    GoverningHints governing = governing(rel, above);
    if (governing == null || governing.conflict() != null) {
      return;
    }
    ResolvedOptions options = governing.resolve(session);
    if (options.get(TrilinkOptions.EXCHANGE) == ExchangeStrategy.AHEAD_KEYBY) {
      aheadKeyBy.collect(rel, governing, options);
    }
  }

  /**
   * Decides for an operator.
   *
   * @param above the nodes above
   * @param watermark what was decided on its event times
   */
  Decision<ExchangeRewrite> decide(
      RelNode rel, List<RelNode> above, Decision<KeyWatermark> watermark) {
    GoverningHints governing = governing(rel, above);
    if (governing == null) {
      return Decision.none();
    }
    if (governing.conflict() != null && isAskedFor(governing)) {
      open.markHandled(governing.uses(), HintSubject.EXCHANGE);
      return governing.refuse(TrilinkOptions.EXCHANGE, session);
    }
    if (governing.conflict() != null) {
      return Decision.none();
    }
    if (!isAskedFor(governing) && !governing.isAdviceOn(session)) {
      return Decision.none();
    }
    ResolvedOptions options = governing.resolve(session);
    open.markHandled(governing.uses(), HintSubject.EXCHANGE); // be it overridden by another
    open.markHandled(governing.uses(), HintSubject.ADVICE);
    if (options.get(TrilinkOptions.EXCHANGE) == ExchangeStrategy.SHUFFLE) {
      return AdvisedDecision.stock(TrilinkOptions.EXCHANGE, options);
    }
    return AdvisedDecision.of(
        TrilinkOptions.EXCHANGE,
        options,
        inForce -> decide(rel, governing, inForce, watermark.accepted()));
  }

  private Decision<ExchangeRewrite> decide(
      RelNode rel,
      GoverningHints governing,
      ResolvedOptions options,
      @Nullable KeyWatermark watermark) {
    ExchangeStrategy strategy = options.get(TrilinkOptions.EXCHANGE);
    switch (strategy) {
      case AHEAD_KEYBY:
        return aheadKeyBy.decide(rel, governing, options);
      case LOCAL_MERGE:
        return explained(LocalMergeDecision.of(rel, options, watermark), options);
      case GLOBAL_MERGE:
        return explained(GlobalMergeDecision.of(rel, options, watermark, job), options);
      case SHUFFLE:
        return Decision.none();
    }
    throw new IllegalStateException("No such strategy: " + strategy);
  }

  /** The hints that say how an operator gets its rows by key; null if none do. */
  @Nullable
  private GoverningHints governing(RelNode rel, List<RelNode> above) {
    // A lookup join takes its rows as they come: a hint from above means the operators above.
    if (!isSetAnywhere()
        || rel instanceof CommonPhysicalLookupJoin
        || KeyedOperator.of(rel, Plans.hintLevel(rel) != null).isNone()) {
      return null;
    }
    GoverningHints governing = GoverningHints.ofKeyed(rel, above, scope);
    return governing.isSet(TrilinkOptions.EXCHANGE, session) || governing.isAdviceOn(session)
        ? governing
        : null;
  }

  /** Whether anything but Flink's own is asked for. */
  private boolean isAskedFor(GoverningHints governing) {
    return governing.isAuto(TrilinkOptions.EXCHANGE, session)
        || EnumSet.complementOf(EnumSet.of(ExchangeStrategy.SHUFFLE)).stream()
            .anyMatch(strategy -> governing.isAskedFor(TrilinkOptions.EXCHANGE, strategy, session));
  }

  private boolean isSetAnywhere() {
    return session.has(TrilinkOptions.EXCHANGE)
        || scope.uses().stream().anyMatch(use -> use.options().has(TrilinkOptions.EXCHANGE))
        || scope.isAdviceOnAnywhere(session);
  }

  private static Decision<ExchangeRewrite> explained(
      Decision<ExchangeRewrite> decision, ResolvedOptions options) {
    String what =
        "exchange=" + TrilinkOptions.EXCHANGE.format(options.get(TrilinkOptions.EXCHANGE));
    return decision.explained(reason -> StrictHints.refusal(what, reason, options));
  }
}
