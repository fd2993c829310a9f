/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLookupJoin;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.keywatermark.KeyWatermarkRel;
import org.trilink.planner.node.StreamPhysicalPassThrough;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/**
 * Whether anything needs the watermarks that a source makes of rows that the query drops. Nothing
 * does if the first operator that keeps time has a watermark for each key that follows the records
 * of that key alone: it forwards no other watermark before the end of the input.
 */
final class WatermarkUse {

  private WatermarkUse() {}

  /**
   * Whether there may be a use.
   *
   * @param above the nodes above a scan, the nearest first
   */
  static boolean isPossible(List<RelNode> above) {
    for (RelNode rel : above) {
      if (rel instanceof KeyWatermarkRel) {
        return rel.getInputs().size() > 1
            || followsSubtask(((KeyWatermarkRel) rel).watermark().spec().policy());
      }
      if (!onlyForwards(rel)) {
        return true;
      }
    }
    return true;
  }

  private static boolean followsSubtask(KeyWatermarkPolicy policy) {
    return policy.isSkewBounded() || policy.isLeadBounded();
  }

  /** Whether an operator has no use for watermarks, but forwards them. */
  private static boolean onlyForwards(RelNode rel) {
    return rel instanceof StreamPhysicalPassThrough
        || rel instanceof StreamPhysicalExchange
        || rel instanceof StreamPhysicalLookupJoin
        || (rel instanceof StreamPhysicalCalc && !Plans.readsWatermark(rel));
  }
}
