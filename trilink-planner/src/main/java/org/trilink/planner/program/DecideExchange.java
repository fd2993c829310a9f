package org.trilink.planner.program;

import java.util.EnumSet;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.common.CommonPhysicalLookupJoin;
import org.trilink.planner.hint.ExchangeStrategy;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.metadata.KeyedOperator;
import org.trilink.planner.node.physical.KeyWatermark;
import org.trilink.planner.placement.JobSettings;

/** Decides how records reach the subtask of their key, operator by operator. */
final class DecideExchange {

  private final HintScope scope;
  private final HintOptions session;
  private final JobSettings job;
  private final OpenHints open;
  private final DecideAheadKeyBy aheadKeyBy;

  DecideExchange(HintScope scope, HintOptions session, JobSettings job, OpenHints open) {
    this.scope = scope;
    this.session = session;
    this.job = job;
    this.open = open;
    this.aheadKeyBy = new DecideAheadKeyBy(scope.aheadKeyByTopics(), job, open);
  }

  /**
   * Decides for an operator.
   *
   * @param above the nodes above
   * @param watermark what was decided on its event times
   */
  Decision<ExchangeRewrite> decide(
      RelNode rel, List<RelNode> above, Decision<KeyWatermark> watermark) {
    // A lookup join takes its rows as they come: a hint from above means the operators above.
    if (!isSetAnywhere() || rel instanceof CommonPhysicalLookupJoin) {
      return Decision.notAsked();
    }
    KeyedOperator operator = KeyedOperator.of(rel, Plans.hintLevel(rel) != null);
    if (operator == null) {
      return Decision.notAsked();
    }
    GoverningHints governing = GoverningHints.ofKeyed(rel, above, scope);
    if (!governing.isSet(TrilinkOptions.EXCHANGE, session)) {
      return Decision.notAsked();
    }
    if (governing.conflict() != null && isAskedFor(governing)) {
      open.answer(governing.uses(), HintSubject.EXCHANGE);
      return governing.refuse(TrilinkOptions.EXCHANGE, session);
    }
    ResolvedOptions options = governing.resolve(session);
    ExchangeStrategy strategy = options.get(TrilinkOptions.EXCHANGE);
    if (strategy == ExchangeStrategy.SHUFFLE || governing.conflict() != null) {
      return Decision.notAsked();
    }
    open.answer(governing.uses(), HintSubject.EXCHANGE);
    switch (strategy) {
      case AHEAD_KEYBY:
        return aheadKeyBy.decide(rel, operator, governing, options);
      case LOCAL_MERGE:
        LocalMergeDecision merge = LocalMergeDecision.of(rel, options, watermark.accepted());
        return merge.refusal() == null ? Decision.accept(merge) : refuse(merge.refusal(), options);
      case GLOBAL_MERGE:
        return globalMerge(rel, options, watermark);
      case SHUFFLE:
        return Decision.notAsked();
    }
    throw new IllegalStateException("No such strategy: " + strategy);
  }

  private Decision<ExchangeRewrite> globalMerge(
      RelNode rel, ResolvedOptions options, Decision<KeyWatermark> watermark) {
    GlobalMergeDecision decision = GlobalMergeDecision.of(rel, options, watermark.accepted(), job);
    return decision.refusal() == null
        ? Decision.accept(decision)
        : refuse(decision.refusal(), options);
  }

  /** Whether anything but Flink's own is asked for. */
  private boolean isAskedFor(GoverningHints governing) {
    return EnumSet.complementOf(EnumSet.of(ExchangeStrategy.SHUFFLE)).stream()
        .anyMatch(strategy -> governing.isAskedFor(TrilinkOptions.EXCHANGE, strategy, session));
  }

  private boolean isSetAnywhere() {
    return session.get(TrilinkOptions.EXCHANGE).isPresent()
        || scope.uses().stream()
            .anyMatch(use -> use.options().get(TrilinkOptions.EXCHANGE).isPresent());
  }

  private static Decision<ExchangeRewrite> refuse(String reason, ResolvedOptions options) {
    String what =
        "exchange=" + TrilinkOptions.EXCHANGE.format(options.get(TrilinkOptions.EXCHANGE));
    return StrictHints.refuse(what, reason, options);
  }
}
