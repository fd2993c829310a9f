/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;

/** A function that receives Flink's internal text object, which it could keep. */
public final class FirstLetter extends ScalarFunction {

  private static final long serialVersionUID = 1L;

  /** The first letter of a text; null for NULL. */
  public String eval(StringData text) {
    return text == null ? null : text.toString().substring(0, 1);
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory types) {
    // explicit, as Flink cannot reflect on classes of this version of Java
    return TypeInference.newBuilder()
        .typedArguments(DataTypes.STRING().bridgedTo(StringData.class))
        .outputTypeStrategy(TypeStrategies.explicit(DataTypes.STRING()))
        .build();
  }
}
