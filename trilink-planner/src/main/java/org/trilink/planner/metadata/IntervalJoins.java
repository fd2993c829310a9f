/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import org.apache.flink.table.planner.plan.nodes.exec.spec.IntervalJoinSpec.WindowBounds;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntervalJoin;
import org.apache.flink.table.planner.plan.utils.IntervalJoinUtil$;
import org.apache.flink.table.planner.utils.ShortcutUtils;

/** Derives what Flink's interval join node does not expose. */
public final class IntervalJoins {

  private IntervalJoins() {}

  /** Whether no two rows can match. */
  public static boolean isEmpty(StreamPhysicalIntervalJoin join) {
    WindowBounds bounds = bounds(join);
    return bounds.getLeftUpperBound() < bounds.getLeftLowerBound();
  }

  /** The interval and the columns it is on, found as Flink found them when it made the node. */
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
}
