/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import javax.annotation.Nullable;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;

/** A number of any type, which the function gets as a DOUBLE. */
class NumberArgument implements Arguments.Argument {

  private final String name;

  NumberArgument(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String types() {
    return "a number";
  }

  @Override
  @Nullable
  public DataType accept(DataType type) {
    if (!type.getLogicalType().getTypeRoot().getFamilies().contains(LogicalTypeFamily.NUMERIC)) {
      return null;
    }
    return type.getLogicalType().isNullable()
        ? DataTypes.DOUBLE()
        : DataTypes.DOUBLE().notNull().bridgedTo(Double.class);
  }
}
