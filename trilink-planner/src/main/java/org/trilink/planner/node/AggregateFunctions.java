/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.table.planner.codegen.CodeGeneratorContext;
import org.apache.flink.table.planner.codegen.agg.AggsHandlerCodeGenerator;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.expressions.PlannerNamedWindowProperty;
import org.apache.flink.table.planner.expressions.PlannerWindowProperty;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.types.logical.RowType;
import scala.collection.Seq;

/** Generates the code of aggregate functions by Flink's generator. */
public final class AggregateFunctions {

  private AggregateFunctions() {}

  /** A generator of functions whose accumulators outlive the row, which may be reused. */
  public static AggsHandlerCodeGenerator generator(PlannerBase planner, RowType inputType) {
    return new AggsHandlerCodeGenerator(
        new CodeGeneratorContext(planner.getTableConfig()),
        planner.getRelBuilder(),
        JavaScalaConversionUtil.toScala(inputType.getChildren()),
        true);
  }

  /** The properties of a window without their names, as the generator takes them. */
  public static Seq<PlannerWindowProperty> properties(PlannerNamedWindowProperty[] named) {
    List<PlannerWindowProperty> properties =
        Arrays.stream(named)
            .map(PlannerNamedWindowProperty::getProperty)
            .collect(Collectors.toList());
    return JavaScalaConversionUtil.toScala(properties);
  }
}
