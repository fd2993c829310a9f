package org.trilink.planner.rule;

import org.apache.calcite.tools.RuleSet;
import org.apache.calcite.tools.RuleSets;

/** All of Trilink's rules. They run last, on the physical plan. */
public final class TrilinkRules {

  public static final RuleSet PHYSICAL =
      RuleSets.ofList(
          ReplaceWindowAggregateByKeyWatermark.INSTANCE,
          ReplaceTwoPhaseWindowAggregateByKeyWatermark.INSTANCE,
          ReplaceGroupWindowAggregateByKeyWatermark.INSTANCE,
          ReplaceOverAggregateByKeyWatermark.INSTANCE,
          ReplaceMatchByKeyWatermark.INSTANCE);

  private TrilinkRules() {}
}
