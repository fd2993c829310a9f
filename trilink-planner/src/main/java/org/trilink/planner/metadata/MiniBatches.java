/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.plan.utils.FlinkRelOptUtil;

/** Whether operators that can do so collect rows before they work on them. */
public final class MiniBatches {

  private MiniBatches() {}

  /** The session's setting. */
  public static boolean isEnabled(RelNode rel) {
    return FlinkRelOptUtil.getTableConfigFromContext(rel)
        .getConfiguration()
        .get(ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ENABLED);
  }
}
