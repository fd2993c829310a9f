package org.trilink.planner.node.physical;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;

/**
 * Stands above an aggregate that shall be merged in a store, after it was found safe to do so. A
 * rule replaces both; it never gets into a finished plan.
 */
public final class StreamPhysicalGlobalMergeRequest extends SingleRel implements StreamPhysicalRel {

  private final GlobalMerge merge;

  public StreamPhysicalGlobalMergeRequest(RelNode input, GlobalMerge merge) {
    super(input.getCluster(), input.getTraitSet(), input);
    this.merge = merge;
  }

  public GlobalMerge merge() {
    return merge;
  }

  @Override
  public boolean requireWatermark() {
    return false;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalGlobalMergeRequest(inputs.get(0), merge);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", merge);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    throw new TableException(
        "No rule took up the request for a global merge above "
            + getInput().getRelTypeName()
            + ". This is a bug, please file an issue.");
  }
}
