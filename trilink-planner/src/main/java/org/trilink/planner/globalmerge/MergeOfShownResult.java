/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLegacySink;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.trilink.planner.decision.HintReport;
import org.trilink.planner.node.StreamPhysicalRequest;

/**
 * Shows in EXPLAIN of a SELECT that it is planned in another way when it is executed: an unbounded
 * GROUP BY cannot be merged in a store then, because only its execution has a consumer that needs
 * previous values.
 */
public final class MergeOfShownResult {

  private MergeOfShownResult() {}

  /**
   * The plan, below the remark if there is any.
   *
   * @param root of a whole statement, in which the operators to merge have a request
   */
  public static RelNode remark(RelNode root) {
    boolean isWritten =
        root instanceof StreamPhysicalSink || root instanceof StreamPhysicalLegacySink;
    return isWritten || !hasMergedGroupBy(root)
        ? root
        : HintReport.remark(
            root,
            "exchange=global-merge is refused when this SELECT is executed: a result that is shown"
                + " needs the previous value of each row, but the store holds only the current one;"
                + " INSERT into a table with a PRIMARY KEY on the grouping columns");
  }

  private static boolean hasMergedGroupBy(RelNode rel) {
    return (StreamPhysicalRequest.isOf(GlobalMerge.class, rel)
            && rel.getInput(0) instanceof StreamPhysicalGroupAggregateBase)
        || rel.getInputs().stream().anyMatch(MergeOfShownResult::hasMergedGroupBy);
  }
}
