/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.utils.EncodingUtils;
import org.trilink.planner.flink.FlinkExpressions;
import org.trilink.planner.flink.TrilinkExecNode;

/**
 * A node above an operator that describes or changes the operator, but not its rows. To Flink's
 * metadata it is a filter that lets all rows pass: the operators above see the keys of what is
 * below.
 */
public abstract class StreamPhysicalPassThrough extends Filter
    implements StreamPhysicalRel, ForwardingRel {

  private static final Pattern PLAIN_NAME = Pattern.compile("\\w+");

  protected StreamPhysicalPassThrough(RelNode input) {
    super(
        input.getCluster(),
        input.getTraitSet(),
        input,
        input.getCluster().getRexBuilder().makeLiteral(true));
  }

  /**
   * The text that EXPLAIN shows. Nodes that differ must differ in it: Flink runs parts of a plan
   * that are explained equally only once.
   */
  protected abstract Object text();

  /**
   * For messages: what of it sends rows of one key through several subtasks below; null if nothing.
   */
  @Nullable
  public String scatteredBy() {
    return null;
  }

  /** For EXPLAIN: an expression on its rows, with the types of CASTs, which Flink leaves out. */
  protected final String text(RexNode expression) {
    List<String> columns =
        getRowType().getFieldNames().stream()
            .map(StreamPhysicalPassThrough::text)
            .collect(Collectors.toList());
    String text = FlinkExpressions.infix(this, expression, columns);
    List<String> types = CastTypes.of(expression);
    return types.isEmpty() ? text : text + " with CASTs to " + String.join(", ", types);
  }

  /** For EXPLAIN: a name, quoted if it could be taken for something else. */
  protected static String text(String name) {
    return PLAIN_NAME.matcher(name).matches() ? name : EncodingUtils.escapeIdentifier(name);
  }

  /** Copies this node, above another operator. */
  protected abstract StreamPhysicalPassThrough above(RelNode input);

  /** Makes a node of the execution plan; parameters as of {@link TrilinkExecNode}. */
  @FunctionalInterface
  protected interface ExecNodeMaker {
    ExecNode<?> make(int id, List<InputProperty> inputs, RowType outputType, String description);
  }

  /** This node in the execution plan, where it hands on the rows of the physical one. */
  protected final ExecNode<?> translate(ExecNodeMaker maker) {
    return maker.make(
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }

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
