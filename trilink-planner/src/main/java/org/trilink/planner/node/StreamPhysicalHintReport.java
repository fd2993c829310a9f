/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;

/**
 * Says in EXPLAIN why the operator below it stayed Flink's own, or why a hint did nothing. It
 * leaves no operator in the job.
 */
public final class StreamPhysicalHintReport extends StreamPhysicalPassThrough {

  private final String report;
  private final boolean ofExplain;

  /** The user who submits the statement is warned, too. */
  public StreamPhysicalHintReport(RelNode input, String report) {
    this(input, report, false);
  }

  private StreamPhysicalHintReport(RelNode input, String report, boolean ofExplain) {
    super(input);
    this.report = report;
    this.ofExplain = ofExplain;
  }

  /** For EXPLAIN only: no warning is reported. */
  public static StreamPhysicalHintReport ofExplain(RelNode input, String text) {
    return new StreamPhysicalHintReport(input, text, true);
  }

  public String report() {
    return report;
  }

  @Override
  protected Object text() {
    return report;
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalHintReport(input, report, ofExplain);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return translate(
        (id, inputs, type, text) ->
            new StreamExecHintReport(ofExplain ? null : report, id, inputs, type, text));
  }
}
