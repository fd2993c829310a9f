package org.trilink.planner.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.hint.Hintable;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import org.apache.flink.table.planner.plan.schema.IntermediateRelTable;
import org.trilink.planner.hint.HintOptions;

/**
 * Runs first: finds out, before Flink's rules lose them, which hints hold for which aggregate, and
 * leaves that with the leaves below.
 *
 * <p>A hint on SELECT holds for its query and those nested in it, an inner hint before an outer
 * one. A hint on a table holds for all that is computed from that table alone.
 */
public final class ResolveHints implements FlinkOptimizeProgram<StreamOptimizeContext> {

  private static final long serialVersionUID = 1L;

  private final transient HintScope scope;

  public ResolveHints(HintScope scope) {
    this.scope = scope;
  }

  @Override
  public RelNode optimize(RelNode root, StreamOptimizeContext context) {
    HintOptions.ofSession(context.getTableConfig().getConfiguration()); // complains about typos
    return resolve(root, Way.FROM_ROOT);
  }

  private RelNode resolve(RelNode rel, Way way) {
    if (rel instanceof TableScan) {
      return resolve((TableScan) rel, way);
    }
    List<HintUse> own = queryHints(rel, way);
    own.forEach(scope::add);
    Way below = rel instanceof Aggregate ? way.belowAggregate(own) : way;
    Way inputs = mayBecomeAggregates(rel) ? below.whereLevelsMayShift() : below;
    int[] child = {0};
    RelNode resolved =
        HintCarrier.withoutHints(
            Plans.mapInputs(rel, input -> resolve(input, inputs.toChild("" + child[0]++))));
    return resolved.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery query) {
            // the converter does not propagate hints into IN and EXISTS
            RelNode inner = RelOptUtil.propagateRelHints(query.rel, false);
            Way toQuery = below.whereLevelsMayShift().toChild("query " + child[0]++);
            return query.clone(resolve(inner, toQuery));
          }
        });
  }

  /** Set operations but UNION ALL, and sub-queries. */
  private static boolean mayBecomeAggregates(RelNode rel) {
    return (rel instanceof SetOp && !(rel instanceof Union && ((Union) rel).all))
        || SubQueries.isIn(rel);
  }

  private RelNode resolve(TableScan scan, Way way) {
    Set<HintUse> own = new LinkedHashSet<>();
    IntermediateRelTable shared = scan.getTable().unwrap(IntermediateRelTable.class);
    if (shared != null) {
      own.addAll(scope.sharedPlans().tableHints(shared.relNode()));
    }
    for (RelHint hint : scan.getHints()) {
      if (HintCarrier.isTrilink(hint) && hint.inheritPath.isEmpty()) {
        List<String> name = scan.getTable().getQualifiedName();
        own.add(
            new HintUse(
                way.origin(hint), "table " + name.get(name.size() - 1), HintOptions.parse(hint)));
      }
    }
    own.forEach(scope::add);
    LeafHints hints = new LeafHints(own, way.aggregates, way.levelsMayShift);
    return hints.isEmpty()
        ? HintCarrier.withoutHints(scan)
        : HintCarrier.attach(scan, scope.register(hints));
  }

  /** The innermost query's hint first: the shorter the way, the nearer the query. */
  private static List<HintUse> queryHints(RelNode rel, Way way) {
    List<RelHint> hints = new ArrayList<>();
    if (rel instanceof Hintable) {
      for (RelHint hint : ((Hintable) rel).getHints()) {
        if (HintCarrier.isTrilink(hint)) {
          hints.add(hint);
        }
      }
    }
    hints.sort(Comparator.comparingInt(hint -> hint.inheritPath.size()));
    List<HintUse> uses = new ArrayList<>();
    for (RelHint hint : hints) {
      uses.add(new HintUse(way.origin(hint), "SELECT", HintOptions.parse(hint)));
    }
    return uses;
  }

  /** The way from the root down to a node. */
  private static final class Way {

    static final Way FROM_ROOT = new Way(Collections.emptyList(), Collections.emptyList(), false);

    /** Which input is taken at each node. */
    final List<String> steps;

    /** The query hints of each aggregate on the way, the lowest first. */
    final List<List<HintUse>> aggregates;

    final boolean levelsMayShift;

    private Way(List<String> steps, List<List<HintUse>> aggregates, boolean levelsMayShift) {
      this.steps = steps;
      this.aggregates = aggregates;
      this.levelsMayShift = levelsMayShift;
    }

    Way toChild(String step) {
      List<String> further = new ArrayList<>(steps);
      further.add(step);
      return new Way(further, aggregates, levelsMayShift);
    }

    Way belowAggregate(List<HintUse> hints) {
      List<List<HintUse>> lowestFirst = new ArrayList<>(aggregates.size() + 1);
      lowestFirst.add(hints);
      lowestFirst.addAll(aggregates);
      return new Way(steps, lowestFirst, levelsMayShift);
    }

    Way whereLevelsMayShift() {
      return new Way(steps, aggregates, true);
    }

    /** The node that a hint was inherited from; it may be above the root of a shared sub-plan. */
    String origin(RelHint hint) {
      int level = steps.size() - hint.inheritPath.size();
      return level < 0 ? "above " + -level : String.join(".", steps.subList(0, level));
    }
  }
}
