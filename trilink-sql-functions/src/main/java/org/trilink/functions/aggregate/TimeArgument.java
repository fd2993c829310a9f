/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import javax.annotation.Nullable;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.utils.DataTypeUtils;

/** A point in time: of a TIMESTAMP type, or ms since the epoch. */
final class TimeArgument implements Arguments.Argument {

  @Override
  public String name() {
    return "rowtime";
  }

  @Override
  public String types() {
    return "a TIMESTAMP, a TIMESTAMP_LTZ, or a BIGINT of milliseconds since the epoch";
  }

  @Override
  @Nullable
  public DataType accept(DataType type) {
    switch (type.getLogicalType().getTypeRoot()) {
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return DataTypeUtils.toInternalDataType(type);
      case INTEGER:
      case BIGINT:
        return type.getLogicalType().isNullable()
            ? DataTypes.BIGINT()
            : DataTypes.BIGINT().notNull().bridgedTo(Long.class);
      default:
        return null;
    }
  }
}
