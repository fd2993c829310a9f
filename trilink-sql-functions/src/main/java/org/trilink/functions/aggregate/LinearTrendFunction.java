/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import javax.annotation.Nullable;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;

/**
 * {@code LINEAR_TREND(value, rowtime)}: the slope, in units of the value per hour, of the
 * least-squares line through the points of a group. Points with a NULL are left out; NULL if there
 * are fewer than two distinct times (ms), NaN if a value is NaN or infinite. Points can be taken
 * back, so that bounded OVER windows and inputs with updates work.
 */
public final class LinearTrendFunction extends AggregateFunction<Double, LinearTrend> {

  public static final String NAME = "LINEAR_TREND";

  /** The years 1 and 9999, the limits of TIMESTAMP; numbers beyond are seldom meant as ms. */
  private static final long EARLIEST = -62_135_596_800_000L;

  private static final long LATEST = 253_402_300_799_999L;

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(new Arguments(NAME, Argument.number(), Argument.time()))
        .accumulatorTypeStrategy(
            TypeStrategies.explicit(
                DataTypes.RAW(LinearTrend.class, AccumulatorSerializer.LINEAR_TREND).notNull()))
        .outputTypeStrategy(TypeStrategies.explicit(DataTypes.DOUBLE()))
        .build();
  }

  @Override
  public LinearTrend createAccumulator() {
    return new LinearTrend();
  }

  public void accumulate(LinearTrend trend, @Nullable Double value, @Nullable TimestampData time) {
    if (value != null && time != null) {
      trend.add(value, time.getMillisecond());
    }
  }

  public void accumulate(LinearTrend trend, @Nullable Double value, @Nullable Long time) {
    if (value != null && time != null) {
      trend.add(value, checked(time));
    }
  }

  public void retract(LinearTrend trend, @Nullable Double value, @Nullable TimestampData time) {
    if (value != null && time != null) {
      trend.remove(value, time.getMillisecond());
    }
  }

  public void retract(LinearTrend trend, @Nullable Double value, @Nullable Long time) {
    if (value != null && time != null) {
      trend.remove(value, checked(time));
    }
  }

  private static long checked(long time) {
    if (time < EARLIEST || time > LATEST) {
      throw new ValidationException(
          String.format(
              "%s: rowtime %d is not between the years 1 and 9999; as a BIGINT it is in"
                  + " milliseconds since the epoch.",
              NAME, time));
    }
    return time;
  }

  public void merge(LinearTrend trend, Iterable<LinearTrend> others) {
    others.forEach(trend::merge);
  }

  @Override
  @Nullable
  public Double getValue(LinearTrend trend) {
    return trend.slopePerHour();
  }
}
