/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.flink.table.planner.plan.utils.FlinkRelOptUtil;

/** Writes plans as EXPLAIN does, for which versions of Flink take further options. */
public final class PlanText {

  private PlanText() {}

  /** Writes a node and all below it, without what Flink has found out about them. */
  public static String of(RelNode plan, SqlExplainLevel level) {
    return FlinkRelOptUtil.toString(plan, level, false, false, false);
  }
}
