/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexShuttle;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.functions.bridging.BridgingSqlFunction;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.node.StreamPhysicalPassThrough;
import org.trilink.runtime.watermark.KeyWatermarkFunction;

/**
 * Puts a column of the operator with key-level watermarks in the place of {@code KEY_WATERMARK}
 * calls in the projection right above it. A call anywhere else is an error: no operator knows the
 * key's watermark there.
 */
public final class KeyWatermarkCalls {

  private static final String COLUMN = "key_watermark";

  private KeyWatermarkCalls() {}

  /**
   * The plan with no such call left.
   *
   * @throws ValidationException if a call is anywhere else
   */
  public static RelNode resolve(RelNode rel) {
    RelNode above = KeyWatermarkCallsBelowOver.moveAbove(rel);
    if (above != rel) {
      return resolve(above);
    }
    RelNode resolved = Plans.mapInputs(rel, KeyWatermarkCalls::resolve);
    RexCall call = find(resolved);
    if (call == null) {
      return resolved;
    }
    if (!(resolved instanceof StreamPhysicalCalc) || !isKeyWatermarkRel(resolved.getInput(0))) {
      throw new ValidationException(KeyWatermarkFunction.MISPLACED);
    }
    return overColumn((StreamPhysicalCalc) resolved, call.getType());
  }

  private static boolean isKeyWatermarkRel(RelNode rel) {
    RelNode operator = rel;
    while (operator instanceof StreamPhysicalPassThrough) {
      operator = operator.getInput(0);
    }
    return operator instanceof KeyWatermarkRel;
  }

  private static RelNode overColumn(StreamPhysicalCalc calc, RelDataType type) {
    RelNode input = calc.getInput();
    RelDataType wider = withColumn(input, type);
    int column = input.getRowType().getFieldCount();
    RexBuilder builder = calc.getCluster().getRexBuilder();
    RexShuttle columnForCall =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            return isKeyWatermark(call)
                ? builder.ensureType(
                    call.getType(), RexInputRef.of(column, wider.getFieldList()), true)
                : super.visitCall(call);
          }
        };
    RexProgram program = calc.getProgram();
    List<RexNode> projects =
        program.getProjectList().stream()
            .map(project -> program.expandLocalRef(project).accept(columnForCall))
            .collect(Collectors.toList());
    RexNode condition =
        program.getCondition() == null
            ? null
            : program.expandLocalRef(program.getCondition()).accept(columnForCall);
    return calc.copy(
        calc.getTraitSet(),
        new StreamPhysicalKeyWatermarkColumn(input, wider),
        RexProgram.create(
            wider, projects, condition, program.getOutputRowType().getFieldNames(), builder));
  }

  static RelDataType withColumn(RelNode input, RelDataType type) {
    RelDataTypeFactory.Builder columns = input.getCluster().getTypeFactory().builder();
    columns.addAll(input.getRowType().getFieldList());
    List<String> names = new ArrayList<>(input.getRowType().getFieldNames());
    String name = COLUMN;
    while (names.contains(name)) {
      name += "_";
    }
    return columns.add(name, type).build();
  }

  /** A call in the node's own expressions, null if there is none. */
  @Nullable
  private static RexCall find(RelNode rel) {
    RexCall[] found = {null};
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            if (isKeyWatermark(call)) {
              found[0] = call;
            }
            return super.visitCall(call);
          }
        });
    return found[0];
  }

  static boolean isKeyWatermark(RexCall call) {
    return call.getOperator() instanceof BridgingSqlFunction
        && ((BridgingSqlFunction) call.getOperator()).getDefinition()
            instanceof KeyWatermarkFunction;
  }
}
