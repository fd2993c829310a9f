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
import org.apache.calcite.rel.core.TableScan;
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
    return resolve(root, Collections.emptyList());
  }

  /**
   * Resolves a sub-tree.
   *
   * @param above the query hints of each aggregate above, the lowest first
   */
  private RelNode resolve(RelNode rel, List<List<HintUse>> above) {
    if (rel instanceof TableScan) {
      return resolve((TableScan) rel, above);
    }
    List<HintUse> own = queryHints(rel);
    own.forEach(scope::add);
    List<List<HintUse>> below = above;
    if (rel instanceof Aggregate) {
      below = new ArrayList<>(above.size() + 1);
      below.add(own);
      below.addAll(above);
    }
    List<List<HintUse>> path = below;
    RelNode resolved =
        HintCarrier.withoutHints(Plans.mapInputs(rel, input -> resolve(input, path)));
    return resolved.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery query) {
            // the converter does not propagate hints into IN and EXISTS
            RelNode inner = RelOptUtil.propagateRelHints(query.rel, false);
            return query.clone(resolve(inner, path));
          }
        });
  }

  private RelNode resolve(TableScan scan, List<List<HintUse>> above) {
    Set<HintUse> own = new LinkedHashSet<>();
    IntermediateRelTable shared = scan.getTable().unwrap(IntermediateRelTable.class);
    if (shared != null) {
      own.addAll(scope.sharedPlans().tableHints(shared.relNode()));
    }
    for (RelHint hint : scan.getHints()) {
      if (HintCarrier.isTrilink(hint) && hint.inheritPath.isEmpty()) {
        List<String> name = scan.getTable().getQualifiedName();
        own.add(new HintUse("table " + name.get(name.size() - 1), HintOptions.parse(hint)));
      }
    }
    own.forEach(scope::add);
    LeafHints hints = new LeafHints(own, above);
    return hints.isEmpty() ? scan : HintCarrier.attach(scan, scope.register(hints));
  }

  /** The innermost query's hint first: the shorter the way, the nearer the query. */
  private static List<HintUse> queryHints(RelNode rel) {
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
      uses.add(new HintUse("SELECT", HintOptions.parse(hint)));
    }
    return uses;
  }
}
