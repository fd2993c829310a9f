/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Window;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalJoin;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.trilink.planner.decision.AdvisedDecision;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.GoverningHints;
import org.trilink.planner.decision.HintLevel;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.HintSubject;
import org.trilink.planner.decision.HintUse;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.decision.StrictHints;
import org.trilink.planner.decision.UnresolvedHints;
import org.trilink.planner.flink.FlinkSettings;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.MaxLeadAction;
import org.trilink.planner.hint.PlacementStrategy;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.hint.WatermarkGrain;
import org.trilink.planner.kafka.KnownTopics;
import org.trilink.planner.metadata.EventTimeInput;
import org.trilink.planner.metadata.EventTimeOperator;
import org.trilink.planner.metadata.KeyedOperator;
import org.trilink.planner.metadata.PlanNames;
import org.trilink.runtime.move.balance.TriggerKind;

/** Decides which operators' keys have a watermark of their own. */
public final class DecideKeyWatermark {

  private static final String IDLE_KEYS_BELOW =
      "with 'watermark.idle-timeout' the results of a key that is active again may be out of order";

  private static final String MOVED_KEYS_BELOW =
      "with 'partition=auto' or 'partition.monitor' the results of a key that has moved may overtake"
          + " those of the subtask where it was";

  private final HintScope scope;
  private final HintOptions session;
  private final UnresolvedHints open;
  private final KnownTopics topics;

  /**
   * Decides in a plan.
   *
   * @param topics what is known of them
   */
  public DecideKeyWatermark(
      HintScope scope, HintOptions session, UnresolvedHints open, KnownTopics topics) {
    this.scope = scope;
    this.session = session;
    this.open = open;
    this.topics = topics;
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
        TrilinkOptions.WATERMARK,
        options,
        inForce -> decide(rel, above, operator, inForce, consumer));
  }

  private Decision<KeyWatermark> decide(
      RelNode rel,
      List<RelNode> above,
      Decision<EventTimeOperator> operator,
      ResolvedOptions options,
      @Nullable RelNode consumer) {
    KeyWatermarkDecision.checkMaxLead(options);
    return operator
        .flatMap(
            accepted ->
                refusedForFutureRows(rel, options)
                    .orElseGet(() -> decide(rel, above, accepted, options, consumer)))
        .explained(reason -> StrictHints.refusal("watermark=key", reason, options))
        .flatMap(watermark -> withGroups(watermark, options));
  }

  /** Refuses an operator that loses rows once an idle key's rows far ahead have been fired. */
  private static Optional<Decision<KeyWatermark>> refusedForFutureRows(
      RelNode rel, ResolvedOptions options) {
    String loss = loss(rel);
    return loss == null
            || options.get(TrilinkOptions.WATERMARK_IDLE_TIMEOUT) == null
            || options.get(TrilinkOptions.WATERMARK_MAX_LEAD) == null
            || options.get(TrilinkOptions.WATERMARK_MAX_LEAD_ACTION) == MaxLeadAction.DROP
        ? Optional.empty()
        : Optional.of(
            Decision.refuse(
                String.format(
                    "'watermark.idle-timeout' fires rows that 'watermark.max-lead' has kept, and"
                        + " then %s; set 'watermark.max-lead.action' to drop, or leave one of the"
                        + " two out",
                    loss)));
  }

  /** Says how a row is lost that is older than one that its key has fired; null if it is kept. */
  @Nullable
  private static String loss(RelNode rel) {
    if (rel instanceof StreamPhysicalTemporalJoin) {
      return "the temporal join has no version left that is older than these";
    }
    if (rel instanceof StreamPhysicalOverAggregate) {
      Window.Group window = ((StreamPhysicalOverAggregate) rel).logicWindow().groups.get(0);
      if (window.isRows && !window.lowerBound.isUnbounded()) {
        return "OVER ROWS n PRECEDING drops the key's rows up to the time of these";
      }
    }
    return null;
  }

  /** Says for EXPLAIN what a key loses that is forgotten because it was idle; null if nothing. */
  @Nullable
  private static String ofIdleKeys(RelNode rel) {
    if (loss(rel) != null) {
      return "dropped=also rows that an idle key sends later than newer ones, which stock Flink keeps";
    }
    return rel.getInputs().size() > 1 || rel instanceof StreamPhysicalMatch
        ? "dropped=also rows of an idle key that later ones would match, which stock Flink keeps"
        : null;
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
      RelNode rel,
      List<RelNode> above,
      EventTimeOperator operator,
      ResolvedOptions options,
      @Nullable RelNode consumer) {
    String outOfOrder = resultsOutOfOrder(rel, above, operator);
    return outOfOrder == null
        ? KeyWatermarkDecision.of(
            operator, ofIdleKeys(rel), waitsForIdleInputs(rel), options, consumer, topics)
        : Decision.refuse(outOfOrder);
  }

  /** Whether nothing marks an input as idle, so that watermarks of the other one would count. */
  private static boolean waitsForIdleInputs(RelNode rel) {
    return FlinkSettings.of(ShortcutUtils.unwrapContext(rel).getTableConfig())
        .get(ExecutionConfigOptions.TABLE_EXEC_SOURCE_IDLE_TIMEOUT)
        .isZero();
  }

  /** Why a key's rows may be out of order if they are results of another operator. */
  @Nullable
  private String resultsOutOfOrder(RelNode rel, List<RelNode> above, EventTimeOperator operator) {
    for (EventTimeInput input : operator.inputs()) {
      RelNode below = input.origin().resultsOf();
      String why = below == null ? null : resultsOutOfOrder(rel, above, below);
      if (why != null) {
        return String.format(
            "its input rows are results of %s, and %s; not supported yet",
            PlanNames.operator(below), why);
      }
    }
    return null;
  }

  @Nullable
  private String resultsOutOfOrder(RelNode rel, List<RelNode> above, RelNode below) {
    if (fallsIdle(rel, above, below)) {
      return IDLE_KEYS_BELOW;
    }
    return isAskedForBelow(rel, above, DecideKeyWatermark::movesKeys) ? MOVED_KEYS_BELOW : null;
  }

  /**
   * Whether the operator below clears a key that is idle. The key may later emit results of times
   * that it has already passed.
   */
  private boolean fallsIdle(RelNode rel, List<RelNode> above, RelNode below) {
    return below instanceof KeyWatermarkRel
        ? ((KeyWatermarkRel) below).watermark().spec().policy().hasIdleTimeout()
        : isAskedForBelow(
            rel, above, options -> options.get(TrilinkOptions.WATERMARK_IDLE_TIMEOUT).isPresent());
  }

  private static boolean movesKeys(HintOptions options) {
    return options
            .get(TrilinkOptions.PARTITION)
            .filter(strategy -> strategy.kind() == PlacementStrategy.Kind.AUTO)
            .isPresent()
        || options
            .get(TrilinkOptions.PARTITION_MONITOR)
            .filter(trigger -> trigger != TriggerKind.OFF)
            .isPresent();
  }

  /**
   * Whether the session, or a hint that governs an operator below this one, sets something. What
   * that leads to is decided later.
   */
  private boolean isAskedForBelow(
      RelNode rel, List<RelNode> above, Predicate<HintOptions> something) {
    return something.test(session)
        || usesBelow(rel, above).anyMatch(use -> something.test(use.options()));
  }

  private Stream<HintUse> usesBelow(RelNode rel, List<RelNode> above) {
    List<RelNode> aboveInputs = new ArrayList<>(above);
    aboveInputs.add(rel);
    return rel.getInputs().stream()
        .flatMap(input -> Stream.concat(usesAt(input, aboveInputs), usesBelow(input, aboveInputs)));
  }

  /** The hints that may be in force at a node: any at a shared sub-plan, a plan of its own. */
  private Stream<HintUse> usesAt(RelNode rel, List<RelNode> above) {
    if (rel instanceof StreamPhysicalIntermediateTableScan) {
      return scope.uses().stream();
    }
    return KeyedOperator.of(rel, Plans.hintLevel(rel) != null).isNone()
        ? Stream.empty()
        : GoverningHints.ofKeyed(rel, above, scope).uses().stream();
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
          && !((KeyWatermarkRel) rel).watermark().spec().policy().isSkewBounded()) {
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
