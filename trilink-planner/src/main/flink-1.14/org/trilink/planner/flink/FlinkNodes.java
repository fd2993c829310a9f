/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.plan.logical.MatchRecognize;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraphGenerator;
import org.apache.flink.table.planner.plan.nodes.exec.spec.IntervalJoinSpec.WindowBounds;
import org.apache.flink.table.planner.plan.nodes.physical.FlinkPhysicalRel;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntervalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLookupJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.apache.flink.table.planner.plan.utils.IntervalJoinUtil$;
import org.apache.flink.table.planner.plan.utils.TemporalJoinUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.planner.utils.ShortcutUtils;

/** Facts about Flink's physical nodes, for which its versions have other methods. */
public final class FlinkNodes {

  private FlinkNodes() {}

  /** Returns the projections that call asynchronous functions, and keep the order of rows. */
  public static List<Class<? extends RelNode>> asyncCalcs() {
    return Collections.emptyList();
  }

  /** Returns the nodes that keep one row of each key and window, if that is no Top-N. */
  public static List<Class<? extends RelNode>> windowDeduplicates() {
    return Collections.emptyList();
  }

  /** Whether the hints of a query were copied into the sub-queries of its conditions, too. */
  public static boolean haveSubQueriesHints() {
    return false;
  }

  /** Returns the clauses of a MATCH_RECOGNIZE. */
  public static MatchRecognize clauses(StreamPhysicalMatch match) {
    return match.logicalMatch();
  }

  /** Returns the interval of a join and the columns it is on, as Flink found them. */
  public static WindowBounds bounds(StreamPhysicalIntervalJoin join) {
    return IntervalJoinUtil$.MODULE$
        .extractWindowBoundsFromPredicate(
            join.originalCondition(),
            join.getLeft().getRowType().getFieldCount(),
            join.getRowType(),
            join.getCluster().getRexBuilder(),
            ShortcutUtils.unwrapContext(join).getTableConfig())
        ._1()
        .get();
  }

  /** Whether the call that names a temporal join's time columns names those of event time. */
  public static boolean isOnRowtime(RexCall temporalCondition) {
    return TemporalJoinUtil.isRowTimeTemporalTableJoinCon(temporalCondition);
  }

  /** Returns what a lookup join tests, other than the keys that it looks up rows by. */
  public static List<RexNode> conditions(StreamPhysicalLookupJoin join) {
    Optional<RexNode> remaining = JavaScalaConversionUtil.toJava(join.remainingCondition());
    return remaining.map(Collections::singletonList).orElseGet(Collections::emptyList);
  }

  /** Whether a lookup join may hand on rows in another order than they came in. */
  public static boolean isUnordered(StreamPhysicalLookupJoin join) {
    return false;
  }

  /** Whether a join can work on its rows in mini-batches. */
  public static boolean canCollectMiniBatches(StreamPhysicalJoin join) {
    return false;
  }

  /** Copies a scan with other hints. */
  public static StreamPhysicalTableSourceScan withHints(
      StreamPhysicalTableSourceScan scan, List<RelHint> hints) {
    return new StreamPhysicalTableSourceScan(
        scan.getCluster(),
        scan.getTraitSet(),
        hints,
        scan.getTable().unwrap(TableSourceTable.class));
  }

  /** Makes nodes of the execution plan of a node and all below it. */
  public static ExecNode<?> toExecution(FlinkPhysicalRel root) {
    return new ExecNodeGraphGenerator()
        .generate(Collections.singletonList(root))
        .getRootNodes()
        .get(0);
  }
}
