/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.ArgumentCount;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.ConstantArgumentCount;
import org.apache.flink.table.types.inference.InputTypeStrategy;
import org.apache.flink.table.types.inference.Signature;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.utils.DataTypeUtils;

/**
 * The arguments of a function of a key: columns of any type, in Flink's internal form, so that
 * nothing is converted; behind them numbers of type INT.
 */
final class KeyArguments implements InputTypeStrategy {

  private final String function;
  private final List<String> numbers;

  /** With numbers of these names behind the key. */
  KeyArguments(String function, String... numbers) {
    this.function = function;
    this.numbers = Arrays.asList(numbers);
  }

  /** Any: too few arguments get a message of their own. */
  @Override
  public ArgumentCount getArgumentCount() {
    return ConstantArgumentCount.any();
  }

  @Override
  public Optional<List<DataType>> inferInputTypes(CallContext call, boolean throwOnFailure) {
    Optional<String> error = error(call);
    if (error.isPresent()) {
      if (throwOnFailure) {
        throw new ValidationException(function + ": " + error.get());
      }
      return Optional.empty();
    }
    List<DataType> arguments = call.getArgumentDataTypes();
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      types.add(
          i < keys(call)
              ? DataTypeUtils.toInternalDataType(arguments.get(i))
              : number(arguments.get(i)));
    }
    return Optional.of(types);
  }

  private int keys(CallContext call) {
    return call.getArgumentDataTypes().size() - numbers.size();
  }

  private Optional<String> error(CallContext call) {
    if (keys(call) < 1) {
      return Optional.of("arguments are missing; they are " + signature() + ".");
    }
    return IntStream.range(0, call.getArgumentDataTypes().size())
        .mapToObj(
            position ->
                position < keys(call) ? keyError(call, position) : numberError(call, position))
        .filter(Objects::nonNull)
        .findFirst();
  }

  @Nullable
  private static String keyError(CallContext call, int position) {
    return type(call, position).getTypeRoot() == LogicalTypeRoot.NULL
        ? String.format(
            "argument %d is a NULL without a type, and the key group depends on the type; write"
                + " CAST(NULL AS <type of the column>).",
            position + 1)
        : null;
  }

  @Nullable
  private String numberError(CallContext call, int position) {
    String number = numbers.get(position - keys(call));
    LogicalType type = type(call, position);
    switch (type.getTypeRoot()) {
      case TINYINT:
      case SMALLINT:
      case INTEGER:
        return rangeError(call, position, number);
      default:
        return String.format(
            "%s is an INT, but here it is %s; the arguments are %s.",
            number, type.asSummaryString(), signature());
    }
  }

  /**
   * Returns the error of a literal number that is out of range, so that the query is refused and
   * not the job; null if there is none, or no literal.
   */
  @Nullable
  private static String rangeError(CallContext call, int position, String number) {
    if (!call.isArgumentLiteral(position) || call.isArgumentNull(position)) {
      return null;
    }
    return call.getArgumentValue(position, Integer.class)
        .map(value -> KeyFunction.rangeError(number, value, KeyFunction.MAX_PARALLELISM))
        .orElse(null);
  }

  private static LogicalType type(CallContext call, int position) {
    return call.getArgumentDataTypes().get(position).getLogicalType();
  }

  private static DataType number(DataType argument) {
    DataType type = DataTypes.INT();
    return argument.getLogicalType().isNullable() ? type : type.notNull();
  }

  private String signature() {
    return "(key..., " + String.join(", ", numbers) + ")";
  }

  @Override
  public List<Signature> getExpectedSignatures(FunctionDefinition definition) {
    List<Signature.Argument> arguments = new ArrayList<>();
    arguments.add(Signature.Argument.of("key..."));
    numbers.forEach(number -> arguments.add(Signature.Argument.of(number, "INT")));
    return Collections.singletonList(Signature.of(arguments));
  }
}
