/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;

/** Makes a value of type RAW of a number. */
public final class AsRaw extends ScalarFunction {

  private static final long serialVersionUID = 1L;

  /** Returns the number in a text; null for NULL. */
  public String eval(Integer number) {
    return number == null ? null : "number " + number;
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory types) {
    // explicit, as Flink cannot reflect on classes of this version of Java
    return TypeInference.newBuilder()
        .typedArguments(DataTypes.INT())
        .outputTypeStrategy(
            TypeStrategies.explicit(DataTypes.RAW(String.class, StringSerializer.INSTANCE)))
        .build();
  }
}
