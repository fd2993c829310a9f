/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.key;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.logical.LogicalType;

/** A function of a key of any columns, and of numbers behind it; NULL if one of those is. */
public abstract class KeyFunction extends ScalarFunction implements SpecializedFunction {

  /** Flink's greatest. */
  static final int MAX_PARALLELISM = 1 << 15;

  private final String name;
  private final String[] numbers;

  /** The types of the key's columns; null in the definition, which has no call yet. */
  @Nullable private final List<LogicalType> keyTypes;

  private transient BinaryKey key;

  KeyFunction(String name, @Nullable List<LogicalType> keyTypes, String... numbers) {
    this.name = name;
    this.keyTypes = keyTypes;
    this.numbers = numbers;
  }

  /** This function for keys of these types. */
  abstract KeyFunction of(List<LogicalType> types);

  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    List<DataType> arguments = context.getCallContext().getArgumentDataTypes();
    return of(
        arguments.subList(0, arguments.size() - numbers.length).stream()
            .map(DataType::getLogicalType)
            .collect(Collectors.toList()));
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(new KeyArguments(name, numbers))
        .outputTypeStrategy(call -> Optional.of(outputType(call)))
        .build();
  }

  private DataType outputType(CallContext call) {
    List<DataType> arguments = call.getArgumentDataTypes();
    boolean isNullable =
        arguments.subList(arguments.size() - numbers.length, arguments.size()).stream()
            .anyMatch(argument -> argument.getLogicalType().isNullable());
    return isNullable ? DataTypes.INT() : DataTypes.INT().notNull();
  }

  @Override
  public void open(FunctionContext context) {
    key = new BinaryKey(keyTypes);
  }

  /** The number at a position, counted from the first behind the key; null for NULL. */
  @Nullable
  final Integer number(Object[] arguments, int position) {
    return (Integer) arguments[keyTypes.size() + position];
  }

  /** The key group that Flink gives the key. */
  final int keyGroup(Object[] arguments, int maxParallelism) {
    check("max_parallelism", maxParallelism, MAX_PARALLELISM);
    return KeyGroupRangeAssignment.assignToKeyGroup(key.write(arguments), maxParallelism);
  }

  final void check(String number, int value, int greatest) {
    String error = rangeError(number, value, greatest);
    if (error != null) {
      throw new ValidationException(name + ": " + error);
    }
  }

  /** Returns the error of a number that is not 1 to the greatest; null if it is. */
  @Nullable
  static String rangeError(String number, int value, int greatest) {
    return value < 1 || value > greatest
        ? String.format("%s must be 1 to %d, but is %d.", number, greatest, value)
        : null;
  }
}
