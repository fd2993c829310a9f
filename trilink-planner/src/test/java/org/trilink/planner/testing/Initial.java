/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;

/** A function that receives Java strings, with varargs. */
public final class Initial extends ScalarFunction {

  private static final long serialVersionUID = 1L;

  /** The first letter of the concatenated texts; null if the first text is null. */
  public String eval(String text, String... more) {
    return text == null ? null : (text + String.join("", more)).substring(0, 1);
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory types) {
    // explicit, as Flink cannot reflect on classes of this version of Java
    return TypeInference.newBuilder()
        .typedArguments(DataTypes.STRING(), DataTypes.STRING())
        .outputTypeStrategy(TypeStrategies.explicit(DataTypes.STRING()))
        .build();
  }
}
