/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Values;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.planner.plan.optimize.program.FlinkHepRuleSetProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import org.trilink.planner.aheadkeyby.AheadKeyByTopics;
import org.trilink.planner.decision.HintCarrier;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.HintUse;
import org.trilink.planner.decision.LeafHints;
import org.trilink.planner.decode.DecideDecoding;
import org.trilink.planner.flink.FlinkSettings;
import org.trilink.planner.globalmerge.MergeOfShownResult;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.keywatermark.KeyWatermarkCalls;
import org.trilink.planner.objectreuse.DecideObjectReuse;
import org.trilink.planner.placement.JobSettings;

/**
 * Runs last, because Flink's inference of changelog modes accepts only the nodes that it knows:
 * decides which rewrites are asked for and safe, lets the rules perform them, and removes the
 * hints.
 */
public final class RewritePhysicalPlan implements FlinkOptimizeProgram<StreamOptimizeContext> {

  private static final long serialVersionUID = 1L;

  private final transient HintScope scope;
  private final transient AheadKeyByTopics topics;
  @Nullable private final transient StreamExecutionEnvironment environment;

  /**
   * Creates it.
   *
   * @param topics what the statements that are planned together know of Kafka tables
   * @param environment in which the plan will run, null if that is not known
   */
  public RewritePhysicalPlan(
      HintScope scope, AheadKeyByTopics topics, @Nullable StreamExecutionEnvironment environment) {
    this.scope = scope;
    this.topics = topics;
    this.environment = environment;
  }

  @Override
  public RelNode optimize(RelNode root, StreamOptimizeContext context) {
    Configuration configuration = FlinkSettings.of(context.getTableConfig());
    HintOptions session = HintOptions.ofSession(configuration);
    Set<Set<HintUse>> byTable = hintsByTable(root);
    boolean shared = !context.needFinalTimeIndicatorConversion();

    JobSettings job = new JobSettings(configuration, environment);
    DecideRewrites decisions = new DecideRewrites(scope, topics, session, job);
    // requests of a shared sub-plan's tables may be handled in the plans above it
    RelNode operators = decisions.decide(root, shared ? union(byTable) : Collections.emptySet());
    RelNode decided = shared ? operators : withRemarks(operators, root, session);
    RelNode rewritten = decided == root ? root : applyRules(decided, context);
    RelNode decoding = new DecideDecoding(scope, session).decide(rewritten);
    RelNode resolved = KeyWatermarkCalls.resolve(HintCarrier.strip(decoding));
    RelNode finished = new DecideObjectReuse(job.reusesObjects()).decide(resolved);
    if (shared) {
      scope.sharedPlans().put(finished, byTable, decisions.unhandled(), decisions.handled());
    }
    return finished;
  }

  /** With what EXPLAIN is to say about the statement as a whole. */
  private RelNode withRemarks(RelNode decided, RelNode flinks, HintOptions session) {
    return MergeOfShownResult.remark(
        new SessionWithoutEffect(session, scope).remark(decided, flinks));
  }

  private static RelNode applyRules(RelNode root, StreamOptimizeContext context) {
    FlinkHepRuleSetProgram<StreamOptimizeContext> rules = new FlinkHepRuleSetProgram<>();
    rules.add(TrilinkRules.PHYSICAL);
    return rules.optimize(root, context);
  }

  private Set<Set<HintUse>> hintsByTable(RelNode rel) {
    Set<Set<HintUse>> byTable = new LinkedHashSet<>();
    if (rel.getInputs().isEmpty() && !(rel instanceof Values)) {
      LeafHints leaf = HintCarrier.read(rel, scope);
      byTable.addAll(
          leaf == null ? Collections.singleton(Collections.emptySet()) : leaf.hintsByTable());
    }
    rel.getInputs().forEach(input -> byTable.addAll(hintsByTable(input)));
    return byTable;
  }

  private static Set<HintUse> union(Set<Set<HintUse>> sets) {
    return sets.stream().flatMap(Set::stream).collect(Collectors.toSet());
  }
}
