package org.trilink.planner.program;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.metadata.KeyedOperator;
import org.trilink.planner.node.physical.KeyPlacement;
import org.trilink.planner.node.physical.KeyWatermark;
import org.trilink.planner.placement.JobSettings;

/** Decides how which operators' keys are placed, and whether they are moved. */
final class DecideKeyPlacement {

  private final HintScope scope;
  private final HintOptions session;
  private final JobSettings job;
  private final OpenHints open;

  DecideKeyPlacement(HintScope scope, HintOptions session, JobSettings job, OpenHints open) {
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
  Decision<KeyPlacement> decide(
      RelNode rel, List<RelNode> above, Decision<KeyWatermark> watermark) {
    if (!isSetAnywhere()) {
      return Decision.notAsked();
    }
    HintLevel level = Plans.hintLevel(rel);
    KeyedOperator operator = KeyedOperator.of(rel, level != null);
    if (operator == null) {
      return Decision.notAsked();
    }
    GoverningHints governing = GoverningHints.ofKeyed(rel, above, scope);
    if (!isAskedFor(session) && governing.uses().stream().noneMatch(this::isAskedFor)) {
      return Decision.notAsked();
    }
    boolean isPlacement = governing.isSet(TrilinkOptions.PARTITION, session);
    if (governing.conflict() != null) {
      open.answer(governing.uses(), HintSubject.PARTITION);
      return governing.refuse(
          isPlacement ? TrilinkOptions.PARTITION : TrilinkOptions.PARTITION_MONITOR, session);
    }
    ResolvedOptions options = governing.resolve(session);
    if (!isPlacement && !MonitorOptions.isOn(options)) {
      return Decision.notAsked(); // a stronger one asks for what Flink does
    }
    open.answer(governing.uses(), HintSubject.PARTITION);
    KeyPlacementDecision decision =
        KeyPlacementDecision.of(operator, options, job, watermark.accepted());
    if (decision.placement() == null) {
      String what =
          isPlacement
              ? "partition=" + options.get(TrilinkOptions.PARTITION)
              : MonitorOptions.name(options);
      return StrictHints.refuse(what, decision.refusal(), options);
    }
    return decision.refusalOfMonitor() == null
        ? Decision.accept(decision.placement())
        : Decision.acceptInPart(
            decision.placement(),
            StrictHints.advice(MonitorOptions.name(options), decision.refusalOfMonitor(), options));
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
