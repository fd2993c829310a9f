/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;

/** A user-defined aggregate function that can be merged: the maximum, and 0 for none. */
public final class Widest extends AggregateFunction<Integer, Widest.Accumulator> {

  private static final long serialVersionUID = 1L;

  /** The accumulator. */
  public static final class Accumulator {
    public int widest;
  }

  @Override
  public Accumulator createAccumulator() {
    return new Accumulator();
  }

  @Override
  public Integer getValue(Accumulator accumulator) {
    return accumulator.widest;
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory types) {
    // explicit, as Flink cannot reflect on classes of this version of Java
    return TypeInference.newBuilder()
        .typedArguments(DataTypes.INT())
        .accumulatorTypeStrategy(
            TypeStrategies.explicit(
                DataTypes.STRUCTURED(
                    Accumulator.class,
                    DataTypes.FIELD("widest", DataTypes.INT().notNull().bridgedTo(int.class)))))
        .outputTypeStrategy(TypeStrategies.explicit(DataTypes.INT()))
        .build();
  }

  public void accumulate(Accumulator accumulator, Integer value) {
    accumulator.widest = Math.max(accumulator.widest, value == null ? 0 : value);
  }

  public void merge(Accumulator accumulator, Iterable<Accumulator> others) {
    for (Accumulator other : others) {
      accumulator.widest = Math.max(accumulator.widest, other.widest);
    }
  }
}
