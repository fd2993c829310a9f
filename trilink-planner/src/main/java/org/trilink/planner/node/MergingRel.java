/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;

/** An operator of Trilink's that merges records before it sends them on, or to a store. */
public interface MergingRel extends RelNode {

  /** On each record, whether it makes the operator send; null for none. */
  @Nullable
  RexNode emitCondition();
}
