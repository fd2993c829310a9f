/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.key;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;

/** {@code SUBTASK_SEEN(1)}: the index of the subtask that aggregates. */
public class SubtaskSeen extends AggregateFunction<Integer, SubtaskSeen.Seen> {

  private transient int subtask;

  /** Nothing is kept. */
  public static class Seen {
    public boolean any;
  }

  @Override
  public void open(FunctionContext context) {
    subtask = Integer.parseInt(context.getMetricGroup().getAllVariables().get("<subtask_index>"));
  }

  /** Given, as Flink cannot read it from classes for Java 17. */
  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return TypeInference.newBuilder()
        .typedArguments(DataTypes.INT())
        .accumulatorTypeStrategy(
            TypeStrategies.explicit(
                DataTypes.STRUCTURED(
                    Seen.class, DataTypes.FIELD("any", DataTypes.BOOLEAN().notNull()))))
        .outputTypeStrategy(TypeStrategies.explicit(DataTypes.INT()))
        .build();
  }

  @Override
  public Seen createAccumulator() {
    return new Seen();
  }

  public void accumulate(Seen seen, Integer value) {
    seen.any = true;
  }

  @Override
  public Integer getValue(Seen seen) {
    return subtask;
  }
}
