/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;

/** How often a letter is in a text: a function that a user has written. */
public final class CountChar extends ScalarFunction {

  private static final long serialVersionUID = 1L;

  /** The statement that makes it known to SQL. */
  static final String DDL =
      "CREATE TEMPORARY FUNCTION COUNT_CHAR AS '" + CountChar.class.getName() + "'";

  /**
   * Counts.
   *
   * @param letter its first character counts
   */
  public long eval(String text, String letter) {
    char wanted = letter.charAt(0);
    return text.chars().filter(each -> each == wanted).count();
  }

  /** Written down, as Flink 1.14 cannot read a method's signature in classes of Java 17. */
  @Override
  public TypeInference getTypeInference(DataTypeFactory types) {
    return TypeInference.newBuilder()
        .typedArguments(DataTypes.STRING(), DataTypes.STRING())
        .outputTypeStrategy(TypeStrategies.explicit(DataTypes.BIGINT()))
        .build();
  }
}
