package org.trilink.planner.node.physical;

import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.trilink.planner.node.exec.StreamExecAdvice;

/**
 * Says in EXPLAIN why the operator below it stayed Flink's own, or why a hint did nothing. It does
 * nothing to the rows and leaves no operator in the job. To Flink's metadata it is a filter that
 * lets all rows pass: the operators above see the keys of what is below.
 */
public final class StreamPhysicalAdvice extends Filter implements StreamPhysicalRel {

  private final String advice;

  public StreamPhysicalAdvice(RelNode input, String advice) {
    super(
        input.getCluster(),
        input.getTraitSet(),
        input,
        input.getCluster().getRexBuilder().makeLiteral(true));
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
  public Filter copy(RelTraitSet traits, RelNode input, RexNode condition) {
    return new StreamPhysicalAdvice(input, advice);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return writer.input("input", getInput()).item("trilink", advice);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecAdvice(
        InputProperty.DEFAULT,
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
