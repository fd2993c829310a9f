/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.GoverningHints;
import org.trilink.planner.decision.HintLevel;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.HintSubject;
import org.trilink.planner.decision.HintUse;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.decision.StrictHints;
import org.trilink.planner.decision.UnresolvedHints;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.keywatermark.KeyWatermark;
import org.trilink.planner.metadata.KeyedOperator;

/** Decides which operators' keys are placed, how, and whether they are moved. */
public final class DecideKeyPlacement {

  private final HintScope scope;
  private final HintOptions session;
  private final JobSettings job;
  private final UnresolvedHints open;

  public DecideKeyPlacement(
      HintScope scope, HintOptions session, JobSettings job, UnresolvedHints open) {
    this.scope = scope;
    this.session = session;
    this.job = job;
    this.open = open;
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
    if (!isAskedFor(session) && governing.uses().stream().noneMatch(this::isAskedFor)) {
      return Decision.none();
    }
    boolean isPlacement = governing.isSet(TrilinkOptions.PARTITION, session);
    if (governing.conflict() != null) {
      open.markHandled(governing.uses(), HintSubject.PARTITION);
      return governing.refuse(
          isPlacement ? TrilinkOptions.PARTITION : TrilinkOptions.PARTITION_MONITOR, session);
    }
    ResolvedOptions options = governing.resolve(session);
    if (!isPlacement && !MonitorOptions.isOn(options)) {
      return Decision.none(); // a hint of higher precedence asks for Flink's behaviour
    }
    open.markHandled(governing.uses(), HintSubject.PARTITION);
    Decision<KeyPlacement> decision =
        KeyPlacementDecision.of(operator, options, job, watermark.accepted());
    boolean isMonitorAlone = !isPlacement || decision.accepted() != null;
    String what =
        isMonitorAlone
            ? MonitorOptions.name(options)
            : "partition=" + options.get(TrilinkOptions.PARTITION);
    return decision.explained(reason -> StrictHints.advice(what, reason, options));
  }

  private boolean isSetAnywhere() {
    return isAskedFor(session) || scope.uses().stream().anyMatch(this::isAskedFor);
  }

  private boolean isAskedFor(HintUse use) {
    return isAskedFor(use.options());
  }

  /** A monitor without a strategy moves keys away from where their hash says. */
  private static boolean isAskedFor(HintOptions place) {
    return place.get(TrilinkOptions.PARTITION).isPresent() || MonitorOptions.turnsOn(place);
  }
}
