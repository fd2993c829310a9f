/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.UnionTransformation;

/**
 * Says in an operator's name what Trilink did to it: the web UI, metrics and logs show it. Names
 * are no part of the ids by which a savepoint finds its operators.
 */
public final class OperatorNames {

  private OperatorNames() {}

  /** {@code GroupAggregate(groupBy=[k])} becomes {@code GroupAggregate[MARK](groupBy=[k])}. */
  public static String marked(String name, String mark) {
    int end = name.indexOf('(') < 0 ? name.length() : name.indexOf('(');
    return name.substring(0, end) + "[" + mark + "]" + name.substring(end);
  }

  /** Marks an operator, or the one below what is none; once. */
  static void mark(Transformation<?> transformation, String mark) {
    Transformation<?> operator = transformation;
    while (operator instanceof PartitionTransformation || operator instanceof UnionTransformation) {
      operator = operator.getInputs().get(0);
    }
    if (!operator.getName().contains("[" + mark + "]")) {
      operator.setName(marked(operator.getName(), mark));
    }
  }
}
