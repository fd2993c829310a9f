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

/** Is handed Flink's own text, which it could keep. */
public final class FirstLetter extends ScalarFunction {

  private static final long serialVersionUID = 1L;

  /** Of a text; null for none. */
  public String eval(StringData text) {
    return text == null ? null : text.toString().substring(0, 1);
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory types) {
    // not by reflection: Flink cannot read classes of this version of Java
    return TypeInference.newBuilder()
        .typedArguments(DataTypes.STRING().bridgedTo(StringData.class))
        .outputTypeStrategy(TypeStrategies.explicit(DataTypes.STRING()))
        .build();
  }
}
