/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.logical.CumulativeWindowSpec;
import org.apache.flink.table.planner.plan.logical.HoppingWindowSpec;
import org.apache.flink.table.planner.plan.logical.TumblingWindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowTableFunction;

/**
 * Tells the windows of TUMBLE, HOP and CUMULATE, which are the same for all keys, from those of
 * SESSION, which depend on a key's rows. A table function of the latter waits for watermarks and
 * keeps rows; one of the former only appends columns.
 */
public final class AlignedWindows {

  /** Why a rewrite leaves an operator with other windows alone. */
  static final String OTHERS =
      "it uses the table function SESSION, whose windows each key has of its own; not supported yet";

  private AlignedWindows() {}

  /** Whether all keys have the same windows. */
  public static boolean are(WindowSpec windows) {
    return windows instanceof TumblingWindowSpec
        || windows instanceof HoppingWindowSpec
        || windows instanceof CumulativeWindowSpec;
  }

  /** Whether a node only appends the columns of windows to each row. */
  public static boolean areAppendedBy(RelNode rel) {
    return rel instanceof StreamPhysicalWindowTableFunction
        && are(((StreamPhysicalWindowTableFunction) rel).windowing().getWindow());
  }
}
