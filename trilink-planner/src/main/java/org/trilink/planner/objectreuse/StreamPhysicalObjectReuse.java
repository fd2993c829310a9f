/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.objectreuse;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.trilink.planner.node.StreamExecHintReport;
import org.trilink.planner.node.StreamPhysicalPassThrough;

/**
 * Stands between two operators of a chain, and says whether the upper one is handed the rows of the
 * lower one themselves or copies, and why. It leaves no operator in the job.
 */
final class StreamPhysicalObjectReuse extends StreamPhysicalPassThrough {

  private final boolean uncopied;
  private final String description;

  /**
   * Creates it.
   *
   * @param uncopied whether it does away with the copies; otherwise it leaves all as it is
   */
  public StreamPhysicalObjectReuse(RelNode input, boolean uncopied, String description) {
    super(input);
    this.uncopied = uncopied;
    this.description = description;
  }

  @Override
  protected Object text() {
    return description;
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalObjectReuse(input, uncopied, description);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return uncopied
        ? translate(StreamExecObjectReuse::new)
        : translate( // not a word of a hint
            (id, inputs, type, text) -> new StreamExecHintReport(null, id, inputs, type, text));
  }
}
