/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.math.BigDecimal;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.utils.DataTypeUtils;

/** One argument of a function: what it takes, and in which type the function gets it. */
final class Argument {

  private final String name;
  private final String types;
  private final Function<DataType, DataType> conversion;
  private final boolean isPercentile;

  private Argument(
      String name, String types, Function<DataType, DataType> conversion, boolean isPercentile) {
    this.name = name;
    this.types = types;
    this.conversion = conversion;
    this.isPercentile = isPercentile;
  }

  /** A value of any type, which the function gets in Flink's internal form. */
  static Argument any() {
    return new Argument(
        "value",
        "a value with a type",
        type -> root(type) == LogicalTypeRoot.NULL ? null : DataTypeUtils.toInternalDataType(type),
        false);
  }

  /** A number of any type, which the function gets as a DOUBLE. */
  static Argument number() {
    return new Argument("value", "a number", Argument::toDouble, false);
  }

  /** The percentile p; looked at when the query is planned, if it is a literal. */
  static Argument percentile() {
    return new Argument("p", "a number", Argument::toDouble, true);
  }

  /** A point in time: of a TIMESTAMP type, or ms since the epoch. */
  static Argument time() {
    return new Argument(
        "rowtime",
        "a TIMESTAMP, a TIMESTAMP_LTZ, or a BIGINT of milliseconds since the epoch",
        Argument::toTime,
        false);
  }

  String name() {
    return name;
  }

  /** The types that it takes, for messages. */
  String types() {
    return types;
  }

  /**
   * Returns the type in which the function gets an argument of a type; null if it does not take
   * that.
   */
  @Nullable
  DataType accept(DataType type) {
    return conversion.apply(type);
  }

  /** Looks at the value where the call has a literal. */
  void checkLiteral(CallContext call, int position) {
    if (isPercentile && isLiteral(call, position)) {
      call.getArgumentValue(position, BigDecimal.class)
          .ifPresent(p -> ApproxPercentileFunction.check(p.doubleValue()));
    }
  }

  private static boolean isLiteral(CallContext call, int position) {
    try {
      return call.isArgumentLiteral(position) && !call.isArgumentNull(position);
    } catch (UnsupportedOperationException e) {
      // after validation, when literals have become columns, Flink can't tell
      return false;
    }
  }

  @Nullable
  private static DataType toDouble(DataType type) {
    return root(type).getFamilies().contains(LogicalTypeFamily.NUMERIC)
        ? asNullable(type, DataTypes.DOUBLE(), Double.class)
        : null;
  }

  @Nullable
  private static DataType toTime(DataType type) {
    switch (root(type)) {
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return DataTypeUtils.toInternalDataType(type);
      case INTEGER:
      case BIGINT:
        return asNullable(type, DataTypes.BIGINT(), Long.class);
      default:
        return null;
    }
  }

  private static DataType asNullable(DataType argument, DataType type, Class<?> bridge) {
    return argument.getLogicalType().isNullable() ? type : type.notNull().bridgedTo(bridge);
  }

  private static LogicalTypeRoot root(DataType type) {
    return type.getLogicalType().getTypeRoot();
  }
}
