/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;

/**
 * Says in EXPLAIN why the operator below it stayed Flink's own, or why a hint did nothing. It
 * leaves no operator in the job.
 */
public final class StreamPhysicalAdvice extends StreamPhysicalPassThrough {

  private final String advice;
  private final boolean ofExplain;

  /** The user who submits the statement is warned, too. */
  public StreamPhysicalAdvice(RelNode input, String advice) {
    this(input, advice, false);
  }

  private StreamPhysicalAdvice(RelNode input, String advice, boolean ofExplain) {
    super(input);
    this.advice = advice;
    this.ofExplain = ofExplain;
  }

  /** For EXPLAIN only: no warning is reported. */
  public static StreamPhysicalAdvice ofExplain(RelNode input, String text) {
    return new StreamPhysicalAdvice(input, text, true);
  }

  public String advice() {
    return advice;
  }

  @Override
  protected Object text() {
    return advice;
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalAdvice(input, advice, ofExplain);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecAdvice(
        ofExplain ? null : advice,
        InputProperty.DEFAULT,
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
