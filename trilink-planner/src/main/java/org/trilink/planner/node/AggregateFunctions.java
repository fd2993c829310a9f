/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.table.planner.expressions.PlannerNamedWindowProperty;
import org.apache.flink.table.planner.expressions.PlannerWindowProperty;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import scala.collection.Seq;

/** Prepares windows for Flink's generator of aggregate functions. */
public final class AggregateFunctions {

  private AggregateFunctions() {}

  /** The properties of a window without their names, as the generator takes them. */
  public static Seq<PlannerWindowProperty> properties(PlannerNamedWindowProperty[] named) {
    List<PlannerWindowProperty> properties =
        Arrays.stream(named)
            .map(PlannerNamedWindowProperty::getProperty)
            .collect(Collectors.toList());
    return JavaScalaConversionUtil.toScala(properties);
  }
}
