/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import javax.annotation.Nullable;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.utils.DataTypeUtils;

/** A value of any type, which the function gets in Flink's internal form. */
final class AnyArgument implements Arguments.Argument {

  @Override
  public String name() {
    return "value";
  }

  @Override
  public String types() {
    return "a value with a type";
  }

  @Override
  @Nullable
  public DataType accept(DataType type) {
    return type.getLogicalType().getTypeRoot() == LogicalTypeRoot.NULL
        ? null
        : DataTypeUtils.toInternalDataType(type);
  }
}
