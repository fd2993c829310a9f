/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.common.CommonPhysicalLookupJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
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
import org.trilink.planner.hint.ExchangeStrategy;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.keywatermark.KeyWatermark;
import org.trilink.planner.metadata.ArrivalOrder;
import org.trilink.planner.metadata.KeyedOperator;
import org.trilink.planner.node.StreamPhysicalPassThrough;

/** Decides which operators' keys are placed, how, and whether they are moved. */
public final class DecideKeyPlacement {

  private final HintScope scope;
  private final HintOptions session;
  private final JobSettings job;
  private final UnresolvedHints open;

  /** The hints of all operators but lookup joins. */
  private final Set<HintUse> usesByOthers = new HashSet<>();

  private boolean hasOthers;

  public DecideKeyPlacement(
      HintScope scope, HintOptions session, JobSettings job, UnresolvedHints open) {
    this.scope = scope;
    this.session = session;
    this.job = job;
    this.open = open;
  }

  /**
   * Collects the hints of an operator that gets its rows by key, or could. To be called for all
   * operators before any decision.
   *
   * @param above the nodes above
   */
  public void collect(RelNode rel, List<RelNode> above) {
    if (isSetAnywhere()
        && !(rel instanceof CommonPhysicalLookupJoin)
        && !KeyedOperator.of(rel, Plans.hintLevel(rel) != null).isNone()) {
      hasOthers = true;
      usesByOthers.addAll(GoverningHints.ofKeyed(rel, above, scope).uses());
    }
  }

  /**
   * Decides for an operator.
   *
   * @param above the nodes above
   * @param watermark what was decided on its event times
   */
  public Decision<KeyPlacement> decide(
      RelNode rel, List<RelNode> above, Decision<KeyWatermark> watermark) {
    if (!isSetAnywhere()) {
      return Decision.none();
    }
    HintLevel level = Plans.hintLevel(rel);
    Decision<KeyedOperator> operator = KeyedOperator.of(rel, level != null);
    if (operator.isNone()) {
      return Decision.none();
    }
    GoverningHints governing = GoverningHints.ofKeyed(rel, above, scope);
    boolean isAskedFor =
        isAskedFor(session) || governing.uses().stream().anyMatch(this::isAskedFor);
    boolean isAdvisedUnasked = governing.conflict() == null && governing.isAdviceOn(session);
    if (!isAskedFor && !isAdvisedUnasked) {
      return Decision.none();
    }
    if (rel instanceof CommonPhysicalLookupJoin && isMeantForOthers(governing)) {
      return Decision.none();
    }
    boolean isSet = governing.isSet(TrilinkOptions.PARTITION, session);
    if (governing.conflict() != null) {
      open.markHandled(governing.uses(), HintSubject.PARTITION);
      return governing.refuse(
          isSet ? TrilinkOptions.PARTITION : TrilinkOptions.PARTITION_MONITOR, session);
    }
    ResolvedOptions options = governing.resolve(session);
    boolean isPlacement = isSet || isAdvised(options);
    if (!isPlacement && !MonitorOptions.isOn(options)) {
      // advice, or a hint of higher precedence, says so
      return AdvisedDecision.stock(TrilinkOptions.PARTITION, options);
    }
    open.markHandled(governing.uses(), HintSubject.PARTITION);
    String identity = OperatorIdentity.of(rel);
    return AdvisedDecision.of(
        TrilinkOptions.PARTITION,
        options,
        inForce ->
            decide(
                operator,
                isPlacement,
                inForce,
                watermark,
                identity,
                orderNeededBy(rel, above, identity)));
  }

  /**
   * A shared sub-plan was planned before the statements that read it. Tells the sub-plan, for the
   * second round, that keys in it must not be moved where the order of their results counts.
   *
   * @param scan reads its results
   * @param above the nodes above
   */
  public void collectOrder(StreamPhysicalIntermediateTableScan scan, List<RelNode> above) {
    collectOrder(scan, above, scan.intermediateTable().relNode());
  }

  private void collectOrder(RelNode rel, List<RelNode> above, RelNode input) {
    List<RelNode> aboveInput = with(rel, above);
    if (input instanceof StreamPhysicalKeyPlacement) {
      collectOrder((StreamPhysicalKeyPlacement) input, aboveInput);
    }
    if (input instanceof StreamPhysicalIntermediateTableScan) {
      collectOrder((StreamPhysicalIntermediateTableScan) input, aboveInput);
    }
    input.getInputs().forEach(next -> collectOrder(input, aboveInput, next));
  }

  private void collectOrder(StreamPhysicalKeyPlacement placed, List<RelNode> above) {
    KeyPlacement placement = placed.placement();
    if (!placement.spec().movesKeys()) {
      return;
    }
    RelNode operator = placed;
    while (operator instanceof StreamPhysicalPassThrough) {
      operator = operator.getInput(0);
    }
    String consumer = ArrivalOrder.neededBy(operator, above);
    if (consumer != null) {
      scope.sharedPlans().needOrder(placement.operator(), consumer);
      placement.setOrderNeededBy(consumer);
    }
  }

  private static List<RelNode> with(RelNode rel, List<RelNode> above) {
    List<RelNode> nodes = new ArrayList<>(above);
    nodes.add(rel);
    return nodes;
  }

  /** In the plan itself, or in that of another statement; null if nothing goes by the order. */
  @Nullable
  private String orderNeededBy(RelNode rel, List<RelNode> above, String identity) {
    String here = ArrivalOrder.neededBy(rel, above);
    return here == null ? scope.sharedPlans().orderNeededBy(identity) : here;
  }

  /** Whether operators with an exchange handle what is asked of a lookup join, which has none. */
  private boolean isMeantForOthers(GoverningHints governing) {
    Set<HintUse> asking =
        governing.uses().stream().filter(this::isAskedFor).collect(Collectors.toSet());
    return asking.isEmpty() ? hasOthers : usesByOthers.containsAll(asking);
  }

  /** Not by what belongs to an exchange that could not be planned. */
  private static boolean isAdvised(ResolvedOptions options) {
    return options.isAdvised(TrilinkOptions.PARTITION)
        && options.get(TrilinkOptions.EXCHANGE) != ExchangeStrategy.AHEAD_KEYBY;
  }

  private Decision<KeyPlacement> decide(
      Decision<KeyedOperator> operator,
      boolean isPlacement,
      ResolvedOptions options,
      Decision<KeyWatermark> watermark,
      String identity,
      @Nullable String orderNeededBy) {
    Decision<KeyPlacement> decision =
        KeyPlacementDecision.of(
            operator,
            options,
            job,
            watermark.accepted(),
            identity,
            accepted -> orderObstacle(accepted, orderNeededBy));
    boolean isMonitorAlone = !isPlacement || decision.accepted() != null;
    String what =
        isMonitorAlone
            ? MonitorOptions.name(options)
            : "partition=" + options.get(TrilinkOptions.PARTITION);
    return decision.explained(reason -> StrictHints.refusal(what, reason, options));
  }

  /** Why the results of an operator must stay in order, null if they need not. */
  @Nullable
  private static String orderObstacle(KeyedOperator operator, @Nullable String orderNeededBy) {
    String overtakes =
        ", and those of a key that has moved could overtake those of the subtask where it was; not"
            + " supported yet";
    if (operator.emitsUpdates()) {
      return "its results are updates" + overtakes;
    }
    return orderNeededBy == null ? null : "its results go to " + orderNeededBy + overtakes;
  }

  private boolean isSetAnywhere() {
    return isAskedFor(session)
        || scope.uses().stream().anyMatch(this::isAskedFor)
        || scope.isAdviceOnAnywhere(session);
  }

  private boolean isAskedFor(HintUse use) {
    return isAskedFor(use.options());
  }

  /** A monitor without a strategy moves keys away from where their hash says. */
  private static boolean isAskedFor(HintOptions place) {
    return place.get(TrilinkOptions.PARTITION).isPresent() || MonitorOptions.turnsOn(place);
  }
}
