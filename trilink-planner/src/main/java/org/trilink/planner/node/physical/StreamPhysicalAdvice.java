package org.trilink.planner.node.physical;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.trilink.planner.node.exec.StreamExecAdvice;

/**
 * Says in EXPLAIN why the operator below it stayed Flink's own, or why a hint did nothing. It does
 * nothing to the rows and leaves no operator in the job.
 */
public final class StreamPhysicalAdvice extends SingleRel implements StreamPhysicalRel {

  private final String advice;

  public StreamPhysicalAdvice(RelNode input, String advice) {
    super(input.getCluster(), input.getTraitSet(), input);
    this.advice = advice;
  }

  public String advice() {
    return advice;
  }

  @Override
  public boolean requireWatermark() {
    return false;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalAdvice(inputs.get(0), advice);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", advice);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecAdvice(
        InputProperty.DEFAULT,
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
