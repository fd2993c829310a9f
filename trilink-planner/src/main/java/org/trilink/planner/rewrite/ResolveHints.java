/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Match;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.flink.table.planner.plan.nodes.calcite.Sink;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import org.apache.flink.table.planner.plan.schema.IntermediateRelTable;
import org.trilink.planner.decision.HintCarrier;
import org.trilink.planner.decision.HintLevel;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.HintUse;
import org.trilink.planner.decision.LeafHints;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.flink.FlinkSettings;
import org.trilink.planner.hint.HintOptions;

/**
 * Runs first: finds out, before Flink's rules lose them, which hints hold for which aggregate,
 * OVER, MATCH_RECOGNIZE, join and table, and leaves that with the leaves below.
 *
 * <p>A hint on SELECT holds for its query and those nested in it, an inner hint before an outer
 * one. A hint on a table holds for all that is computed from that table alone.
 */
public final class ResolveHints implements FlinkOptimizeProgram<StreamOptimizeContext> {

  private static final long serialVersionUID = 1L;

  private final transient HintScope scope;
  private transient int hintsFound;

  public ResolveHints(HintScope scope) {
    this.scope = scope;
  }

  @Override
  public RelNode optimize(RelNode root, StreamOptimizeContext context) {
    HintOptions.ofSession(FlinkSettings.of(context.getTableConfig())); // fails on unknown options
    return resolve(root, TraversalContext.FROM_ROOT);
  }

  private RelNode resolve(RelNode rel, TraversalContext context) {
    if (rel instanceof TableScan) {
      return resolve((TableScan) rel, context);
    }
    List<HintUse> inForce = queryHints(rel, context);
    inForce.forEach(scope::add);
    if (context.isBelowSink && !inForce.isEmpty()) {
      scope.setHintsOfSink(inForce);
    }
    TraversalContext below = context.below(rel, inForce);
    TraversalContext toInputs = mayBecomeOtherLevels(rel) ? below.whereLevelsMayShift() : below;
    TraversalContext toQueries = below.whereLevelsMayShift().notToSink();
    RelNode resolved =
        HintCarrier.withoutHints(Plans.mapInputs(rel, input -> resolve(input, toInputs)));
    return resolved.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery query) {
            if (query.getKind() == SqlKind.EXISTS) {
              ExistsQuery exists = new ExistsQuery(query.rel, scope::options);
              TraversalContext toExists = toQueries.into(hintsOf(exists, toQueries));
              return query.clone(resolve(exists.rel(), toExists));
            }
            return query.clone(resolve(SubQueries.withCopiedHints(query.rel), toQueries));
          }
        });
  }

  private List<HintUse> hintsOf(ExistsQuery query, TraversalContext context) {
    List<HintUse> uses = new ArrayList<>(context.queryHints);
    List<HintOptions> outermostFirst = new ArrayList<>(query.hints());
    removeCopies(uses, outermostFirst);
    Collections.reverse(outermostFirst);
    for (HintOptions options : outermostFirst) {
      if (!isInnermost(options, uses)) {
        uses.add(0, new HintUse(++hintsFound, HintUse.SELECT, options));
      }
    }
    uses.subList(0, uses.size() - context.queryHints.size()).forEach(scope::add);
    return uses;
  }

  /** Removes the hints of the queries around, if they were copied into this one. */
  private static void removeCopies(List<HintUse> around, List<HintOptions> innermostFirst) {
    int own = innermostFirst.size() - around.size();
    if (own >= 0 && innermostFirst.subList(own, innermostFirst.size()).equals(options(around))) {
      innermostFirst.subList(own, innermostFirst.size()).clear();
    }
  }

  private static List<HintOptions> options(List<HintUse> uses) {
    return uses.stream().map(HintUse::options).collect(Collectors.toList());
  }

  private static boolean isInnermost(HintOptions options, List<HintUse> uses) {
    return !uses.isEmpty() && uses.get(0).options().equals(options);
  }

  /**
   * Set operations but UNION ALL, sub-queries, and a lateral ORDER BY with LIMIT, which may become
   * a Top-N.
   */
  private static boolean mayBecomeOtherLevels(RelNode rel) {
    return (rel instanceof SetOp && !(rel instanceof Union && ((Union) rel).all))
        || SubQueries.isIn(rel)
        || (rel instanceof Correlate && sorts(((Correlate) rel).getRight()));
  }

  private static boolean sorts(RelNode rel) {
    return rel instanceof Sort || rel.getInputs().stream().anyMatch(ResolveHints::sorts);
  }

  private RelNode resolve(TableScan scan, TraversalContext context) {
    Set<HintUse> own = new LinkedHashSet<>();
    IntermediateRelTable shared = scan.getTable().unwrap(IntermediateRelTable.class);
    if (shared != null) {
      scope.addShared(shared.relNode());
      scope.addHandledBelow(context.queryHints, shared.relNode());
    }
    for (RelHint hint : scan.getHints()) {
      if (HintCarrier.isTrilink(hint) && hint.inheritPath.isEmpty()) {
        List<String> name = scan.getTable().getQualifiedName();
        String place = "table " + name.get(name.size() - 1);
        HintUse use = new HintUse(++hintsFound, place, scope.options(hint));
        own.add(use);
        scope.add(use);
      }
    }
    TraversalContext toTable = context.below(scan, context.queryHints);
    Set<Set<HintUse>> byTable =
        shared == null
            ? Collections.singleton(own)
            : scope.sharedPlans().hintsByTable(shared.relNode());
    LeafHints hints = new LeafHints(byTable, toTable.levels, toTable.levelsMayShift);
    return hints.isEmpty()
        ? HintCarrier.withoutHints(scan)
        : HintCarrier.attach(scan, scope.register(hints));
  }

  /**
   * All that are in force at a node, the innermost query's first. The converter copies a hint down
   * to the nodes below, some of them several times and not into sub-queries: what counts is where
   * it is met first. A hint that is no copy also counts if it equals one further out, as one in
   * between may say something else.
   */
  private List<HintUse> queryHints(RelNode rel, TraversalContext context) {
    List<RelHint> hints = HintCarrier.trilinkHints(rel);
    hints.sort(Comparator.comparingInt(hint -> hint.inheritPath.size()));
    Set<HintUse> uses = new LinkedHashSet<>();
    for (RelHint hint : hints) {
      HintOptions options = scope.options(hint);
      boolean isCopy = !hint.inheritPath.isEmpty();
      boolean isKnown = isCopy ? context.knows(options) : isInnermost(options, context.queryHints);
      if (!isKnown) {
        // a copy without the node that it is of: that was merged away, or is above the root
        int id = isCopy ? 0 : ++hintsFound;
        uses.add(new HintUse(id, HintUse.SELECT, options));
      }
    }
    uses.addAll(context.queryHints);
    return new ArrayList<>(uses);
  }

  /** The facts that are to be known of the nodes above a node. */
  private static final class TraversalContext {

    static final TraversalContext FROM_ROOT =
        new TraversalContext(Collections.emptyList(), noLevels(), false, false);

    /** The query hints in force, the innermost query's first. */
    final List<HintUse> queryHints;

    /** The query hints of each hint level on the context, by kind, the lowest first. */
    final Map<HintLevel, List<List<HintUse>>> levels;

    final boolean levelsMayShift;

    /** Whether what is below is the SELECT whose rows a sink gets. */
    final boolean isBelowSink;

    private TraversalContext(
        List<HintUse> queryHints,
        Map<HintLevel, List<List<HintUse>>> levels,
        boolean levelsMayShift,
        boolean isBelowSink) {
      this.queryHints = queryHints;
      this.levels = levels;
      this.levelsMayShift = levelsMayShift;
      this.isBelowSink = isBelowSink;
    }

    private static Map<HintLevel, List<List<HintUse>>> noLevels() {
      Map<HintLevel, List<List<HintUse>>> levels = new EnumMap<>(HintLevel.class);
      for (HintLevel kind : HintLevel.values()) {
        levels.put(kind, Collections.emptyList());
      }
      return levels;
    }

    TraversalContext below(RelNode rel, List<HintUse> inForce) {
      Map<HintLevel, List<List<HintUse>>> withNode = new EnumMap<>(levels);
      HintLevel kind = levelOf(rel);
      if (kind != null) {
        List<List<HintUse>> lowestFirst = new ArrayList<>();
        lowestFirst.add(inForce);
        lowestFirst.addAll(levels.get(kind));
        withNode.put(kind, lowestFirst);
      }
      boolean stillBelowSink = rel instanceof Sink || (isBelowSink && isPartOfSelect(rel));
      return new TraversalContext(
          inForce, withNode, levelsMayShift, stillBelowSink && inForce.isEmpty());
    }

    /** The sink's casts, and what stands above the projection or the aggregate of a SELECT. */
    private static boolean isPartOfSelect(RelNode rel) {
      return rel instanceof Project || rel instanceof Filter || rel instanceof Sort;
    }

    /** Flink computes all OVER clauses of one SELECT together, or refuses to. */
    @Nullable
    private static HintLevel levelOf(RelNode rel) {
      if (rel instanceof TableScan) {
        return HintLevel.TABLE;
      }
      if (rel instanceof Aggregate
          || rel instanceof Match
          || (rel instanceof Project && ((Project) rel).containsOver())) {
        return HintLevel.AGGREGATE;
      }
      boolean becomesAJoin =
          rel instanceof Join
              || (rel instanceof Correlate && readsATable(((Correlate) rel).getRight()))
              || SubQueries.isIn(rel);
      return becomesAJoin ? HintLevel.JOIN : null;
    }

    /** Not so a function of the row, which becomes no join. */
    private static boolean readsATable(RelNode rel) {
      return rel instanceof TableScan
          || rel.getInputs().stream().anyMatch(TraversalContext::readsATable);
    }

    TraversalContext whereLevelsMayShift() {
      return new TraversalContext(queryHints, levels, true, isBelowSink);
    }

    /** The rows of what is below go to no sink. */
    TraversalContext notToSink() {
      return new TraversalContext(queryHints, levels, levelsMayShift, false);
    }

    /** The context within a query where these are in force. */
    TraversalContext into(List<HintUse> inForce) {
      return new TraversalContext(inForce, levels, levelsMayShift, isBelowSink);
    }

    boolean knows(HintOptions options) {
      return queryHints.stream().anyMatch(known -> known.options().equals(options));
    }
  }
}
