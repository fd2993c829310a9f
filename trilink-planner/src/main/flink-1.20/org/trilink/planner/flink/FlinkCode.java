/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.codegen.CodeGeneratorContext;
import org.apache.flink.table.planner.codegen.EqualiserCodeGenerator;
import org.apache.flink.table.planner.codegen.ProjectionCodeGenerator;
import org.apache.flink.table.planner.codegen.agg.AggsHandlerCodeGenerator;
import org.apache.flink.table.planner.codegen.sort.ComparatorCodeGenerator;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.spec.JoinSpec;
import org.apache.flink.table.planner.plan.nodes.exec.spec.SortSpec;
import org.apache.flink.table.planner.plan.utils.JoinUtil;
import org.apache.flink.table.planner.plan.utils.KeySelectorUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.generated.GeneratedProjection;
import org.apache.flink.table.runtime.generated.GeneratedRecordComparator;
import org.apache.flink.table.runtime.generated.GeneratedRecordEqualiser;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Flink's generators of code, which want a class loader in some versions. */
public final class FlinkCode {

  private FlinkCode() {}

  private static ClassLoader loader() {
    return Thread.currentThread().getContextClassLoader();
  }

  /** Selects these columns of a row as its key. */
  public static RowDataKeySelector keySelector(int[] columns, InternalTypeInfo<RowData> rowType) {
    return KeySelectorUtil.getRowDataSelector(loader(), columns, rowType);
  }

  /** Makes a generator of functions whose accumulators outlive the row, which may be reused. */
  public static AggsHandlerCodeGenerator aggregates(PlannerBase planner, RowType inputType) {
    return new AggsHandlerCodeGenerator(
        new CodeGeneratorContext(planner.getTableConfig(), loader()),
        planner.createRelBuilder(),
        JavaScalaConversionUtil.toScala(inputType.getChildren()),
        true);
  }

  /** Tests a row; the second row that the function takes has no columns. */
  public static GeneratedJoinCondition condition(
      TableConfig session, RexNode condition, RowType rowType) {
    return JoinUtil.generateConditionFunction(session, loader(), condition, rowType, RowType.of());
  }

  /** Tests two rows whose keys are equal by the rest of a join's condition. */
  public static GeneratedJoinCondition joinCondition(
      TableConfig session, JoinSpec join, RowType left, RowType right) {
    return JoinUtil.generateConditionFunction(session, loader(), join, left, right);
  }

  /** Compares two rows. */
  public static GeneratedRecordComparator comparator(
      TableConfig session, String name, RowType rowType, SortSpec sort) {
    return ComparatorCodeGenerator.gen(session, loader(), name, rowType, sort);
  }

  /** Tests whether two rows of these types are equal. */
  public static GeneratedRecordEqualiser equaliser(String name, LogicalType[] types) {
    return new EqualiserCodeGenerator(types, loader()).generateRecordEqualiser(name);
  }

  /** Makes a row of some columns of another. */
  public static GeneratedProjection projection(
      String name, RowType inputType, RowType outputType, int[] columns) {
    return ProjectionCodeGenerator.generateProjection(
        new CodeGeneratorContext(TableConfig.getDefault(), loader()),
        name,
        inputType,
        outputType,
        columns);
  }
}
