/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import javax.annotation.Nullable;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;

/**
 * {@code APPROX_PERCENTILE(value, p)}: about the least value that at least the part p (0 to 1) of a
 * group's values does not exceed. NULLs are left out; NaN is greater than all numbers; NULL for an
 * empty group. p is the same in all rows of a group. Values cannot be taken back.
 */
public final class ApproxPercentileFunction extends AggregateFunction<Double, PercentileSketch> {

  public static final String NAME = "APPROX_PERCENTILE";

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(new Arguments(NAME, Argument.number(), Argument.percentile()))
        .accumulatorTypeStrategy(
            TypeStrategies.explicit(
                DataTypes.RAW(PercentileSketch.class, AccumulatorSerializer.PERCENTILE_SKETCH)
                    .notNull()))
        .outputTypeStrategy(TypeStrategies.explicit(DataTypes.DOUBLE()))
        .build();
  }

  @Override
  public PercentileSketch createAccumulator() {
    return new PercentileSketch();
  }

  public void accumulate(PercentileSketch sketch, @Nullable Double value, @Nullable Double p) {
    sketch.choose(check(p));
    if (value != null) {
      sketch.add(value);
    }
  }

  /**
   * The percentile.
   *
   * @throws ValidationException if it is none
   */
  static double check(@Nullable Double p) {
    if (p == null || !(p >= 0 && p <= 1)) {
      throw new ValidationException(
          String.format("%s: p must be 0 to 1, but is %s.", NAME, p == null ? "NULL" : p));
    }
    return p;
  }

  public void merge(PercentileSketch sketch, Iterable<PercentileSketch> others) {
    others.forEach(sketch::merge);
  }

  @Override
  @Nullable
  public Double getValue(PercentileSketch sketch) {
    return sketch.value();
  }
}
