/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.ArgumentCount;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.ConstantArgumentCount;
import org.apache.flink.table.types.inference.InputTypeStrategy;
import org.apache.flink.table.types.inference.Signature;

/** A fixed list of arguments, each of which says what it takes. */
final class Arguments implements InputTypeStrategy {

  private final String function;
  private final List<Argument> arguments;

  Arguments(String function, Argument... arguments) {
    this.function = function;
    this.arguments = Arrays.asList(arguments);
  }

  /** Any: another number gets a message of its own. */
  @Override
  public ArgumentCount getArgumentCount() {
    return ConstantArgumentCount.any();
  }

  @Override
  public Optional<List<DataType>> inferInputTypes(CallContext call, boolean throwOnFailure) {
    int count = call.getArgumentDataTypes().size();
    if (count != arguments.size()) {
      if (throwOnFailure) {
        throw otherNumber(count);
      }
      return Optional.empty();
    }
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      DataType actual = call.getArgumentDataTypes().get(i);
      DataType accepted = arguments.get(i).accept(actual);
      if (accepted == null) {
        if (throwOnFailure) {
          throw notAccepted(arguments.get(i), actual);
        }
        return Optional.empty();
      }
      if (throwOnFailure) {
        arguments.get(i).checkLiteral(call, i);
      }
      types.add(accepted);
    }
    return Optional.of(types);
  }

  private ValidationException otherNumber(int count) {
    return new ValidationException(
        String.format(
            "%s: the arguments are (%s), but there are %d.",
            function,
            arguments.stream().map(Argument::name).collect(Collectors.joining(", ")),
            count));
  }

  private ValidationException notAccepted(Argument argument, DataType actual) {
    return new ValidationException(
        String.format(
            "%s: %s must be %s, but is %s; use CAST.",
            function,
            argument.name(),
            argument.types(),
            actual.getLogicalType().asSummaryString()));
  }

  @Override
  public List<Signature> getExpectedSignatures(FunctionDefinition definition) {
    return Collections.singletonList(
        Signature.of(
            arguments.stream()
                .map(argument -> Signature.Argument.of(argument.name(), argument.types()))
                .collect(Collectors.toList())));
  }
}
