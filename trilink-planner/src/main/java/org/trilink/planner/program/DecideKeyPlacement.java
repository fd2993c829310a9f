package org.trilink.planner.program;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.metadata.KeyedOperator;
import org.trilink.planner.node.physical.KeyPlacement;
import org.trilink.planner.placement.JobSettings;

/** Decides how which operators' keys are placed. */
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
   */
  Decision<KeyPlacement> decide(RelNode rel, List<RelNode> above) {
    if (!isSetAnywhere()) {
      return Decision.notAsked();
    }
    HintLevel level = Plans.hintLevel(rel);
    KeyedOperator operator = KeyedOperator.of(rel, level != null);
    if (operator == null) {
      return Decision.notAsked();
    }
    GoverningHints governing = GoverningHints.ofKeyed(rel, above, scope);
    if (!governing.isSet(TrilinkOptions.PARTITION, session)) {
      return Decision.notAsked();
    }
    open.answer(governing.uses(), HintSubject.PARTITION);
    if (governing.conflict() != null) {
      return governing.refuse(TrilinkOptions.PARTITION, session);
    }
    ResolvedOptions options = governing.resolve(session);
    KeyPlacementDecision decision = KeyPlacementDecision.of(operator, options, job);
    if (decision.placement() != null) {
      return Decision.accept(decision.placement());
    }
    return refuse(decision.refusal(), options);
  }

  private boolean isSetAnywhere() {
    return session.get(TrilinkOptions.PARTITION).isPresent()
        || scope.uses().stream()
            .anyMatch(use -> use.options().get(TrilinkOptions.PARTITION).isPresent());
  }

  private static Decision<KeyPlacement> refuse(String reason, ResolvedOptions options) {
    String what = "partition=" + options.get(TrilinkOptions.PARTITION);
    return StrictHints.refuse(what, reason, options);
  }
}
