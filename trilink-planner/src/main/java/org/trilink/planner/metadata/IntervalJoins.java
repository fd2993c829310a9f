/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import org.apache.flink.table.planner.plan.nodes.exec.spec.IntervalJoinSpec.WindowBounds;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntervalJoin;
import org.trilink.planner.flink.FlinkNodes;

/** Derives what Flink's interval join node does not expose. */
final class IntervalJoins {

  private IntervalJoins() {}

  /** Whether no two rows can match. */
  static boolean isEmpty(StreamPhysicalIntervalJoin join) {
    WindowBounds bounds = FlinkNodes.bounds(join);
    return bounds.getLeftUpperBound() < bounds.getLeftLowerBound();
  }
}
