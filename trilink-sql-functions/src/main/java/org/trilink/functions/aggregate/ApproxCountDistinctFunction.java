/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import javax.annotation.Nullable;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * {@code APPROX_COUNT_DISTINCT(value)}: about how many distinct values of any type a group has.
 * NULLs do not count, NaN is one value, -0.0 is 0.0; 0 for an empty group. Values cannot be taken
 * back.
 */
public final class ApproxCountDistinctFunction extends AggregateFunction<Long, DistinctCount>
    implements SpecializedFunction {

  public static final String NAME = "APPROX_COUNT_DISTINCT";

  /** The type of the argument; null in the definition, which has no call yet. */
  @Nullable private final LogicalType type;

  private transient DistinctValue values;

  /** The definition, for a module. */
  public ApproxCountDistinctFunction() {
    this(null);
  }

  private ApproxCountDistinctFunction(@Nullable LogicalType type) {
    this.type = type;
  }

  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    return new ApproxCountDistinctFunction(
        context.getCallContext().getArgumentDataTypes().get(0).getLogicalType());
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(new Arguments(NAME, Argument.any()))
        .accumulatorTypeStrategy(
            TypeStrategies.explicit(
                DataTypes.RAW(DistinctCount.class, AccumulatorSerializer.DISTINCT_COUNT).notNull()))
        .outputTypeStrategy(TypeStrategies.explicit(DataTypes.BIGINT().notNull()))
        .build();
  }

  @Override
  public void open(FunctionContext context) {
    values = DistinctValue.of(type);
  }

  @Override
  public DistinctCount createAccumulator() {
    return new DistinctCount();
  }

  public void accumulate(DistinctCount count, @Nullable Object value) {
    if (value != null) {
      values.addTo(count, value);
    }
  }

  public void merge(DistinctCount count, Iterable<DistinctCount> others) {
    others.forEach(count::merge);
  }

  @Override
  public Long getValue(DistinctCount count) {
    return count.estimate();
  }
}
