/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.util.Util;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalJoin;
import org.apache.flink.table.planner.plan.utils.TemporalJoinUtil;

/** Derives what Flink's temporal join node does not expose. */
final class TemporalJoins {

  private TemporalJoins() {}

  /** The call in the join's condition that names the time columns of both sides. */
  static RexCall condition(StreamPhysicalTemporalJoin join) {
    try {
      join.getCondition()
          .accept(
              new RexVisitorImpl<Void>(true) {
                @Override
                public Void visitCall(RexCall call) {
                  if (call.getOperator().equals(TemporalJoinUtil.TEMPORAL_JOIN_CONDITION())) {
                    throw new Util.FoundOne(call);
                  }
                  return super.visitCall(call);
                }
              });
    } catch (Util.FoundOne found) {
      return (RexCall) found.getNode();
    }
    throw new IllegalStateException("A temporal join without its condition: " + join);
  }
}
