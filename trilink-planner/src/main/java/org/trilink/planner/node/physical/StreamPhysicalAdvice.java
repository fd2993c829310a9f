package org.trilink.planner.node.physical;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.trilink.planner.node.exec.StreamExecAdvice;

/**
 * Says in EXPLAIN why the operator below it stayed Flink's own, or why a hint did nothing. It
 * leaves no operator in the job.
 */
public final class StreamPhysicalAdvice extends StreamPhysicalPassThrough {

  private final String advice;

  public StreamPhysicalAdvice(RelNode input, String advice) {
    super(input);
    this.advice = advice;
  }

  public String advice() {
    return advice;
  }

  @Override
  Object text() {
    return advice;
  }

  @Override
  StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalAdvice(input, advice);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecAdvice(
        advice,
        InputProperty.DEFAULT,
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
