/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.plan.nodes.ExpressionFormat;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import scala.Option;

/**
 * A node above an operator that describes or changes the operator, but not its rows. To Flink's
 * metadata it is a filter that lets all rows pass: the operators above see the keys of what is
 * below.
 */
public abstract class StreamPhysicalPassThrough extends Filter implements StreamPhysicalRel {

  protected StreamPhysicalPassThrough(RelNode input) {
    super(
        input.getCluster(),
        input.getTraitSet(),
        input,
        input.getCluster().getRexBuilder().makeLiteral(true));
  }

  /** What EXPLAIN shows. */
  protected abstract Object text();

  /** For EXPLAIN: an expression on its rows. */
  protected final String text(RexNode expression) {
    return getExpressionString(
        expression,
        JavaScalaConversionUtil.toScala(getRowType().getFieldNames()).toList(),
        Option.empty(),
        ExpressionFormat.Infix());
  }

  /** The same above another operator. */
  protected abstract StreamPhysicalPassThrough above(RelNode input);

  @Override
  public final boolean requireWatermark() {
    return false;
  }

  @Override
  public final Filter copy(RelTraitSet traits, RelNode input, RexNode condition) {
    return above(input);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return writer.input("input", getInput()).item("trilink", text());
  }
}
