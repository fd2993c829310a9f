/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.objectreuse;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.functions.UserDefinedFunctionHelper;
import org.apache.flink.table.planner.functions.bridging.BridgingSqlFunction;

/**
 * Knows which functions of users may keep, or change, parts of the rows that they are called for.
 * Flink's own do neither.
 */
final class RetainedArguments {

  /** The classes of values that Flink makes anew for each call, or that nobody can change. */
  private static final Set<Class<?>> VALUES =
      new HashSet<>(
          Arrays.asList(
              Boolean.class,
              Byte.class,
              Short.class,
              Integer.class,
              Long.class,
              Float.class,
              Double.class,
              String.class,
              BigDecimal.class,
              Duration.class,
              Instant.class,
              LocalDate.class,
              LocalDateTime.class,
              LocalTime.class,
              Period.class,
              java.sql.Date.class,
              java.sql.Time.class,
              java.sql.Timestamp.class));

  private RetainedArguments() {}

  /** The first function in the expression that is handed more than values; null if none is. */
  @Nullable
  static String function(RexNode expression) {
    String[] found = {null};
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCall(RexCall call) {
            if (found[0] == null && !getsValuesOnly(call.getOperator())) {
              found[0] = call.getOperator().getName();
            }
            return super.visitCall(call);
          }
        });
    return found[0];
  }

  private static boolean getsValuesOnly(SqlOperator operator) {
    if (operator instanceof BridgingSqlFunction) {
      FunctionDefinition function = ((BridgingSqlFunction) operator).getDefinition();
      return function instanceof BuiltInFunctionDefinition
          || (function instanceof ScalarFunction && getsValuesOnly(function.getClass()));
    }
    return !(operator instanceof SqlFunction)
        || !((SqlFunction) operator).getFunctionType().isUserDefined();
  }

  private static boolean getsValuesOnly(Class<?> function) {
    return Arrays.stream(function.getMethods())
        .filter(method -> method.getName().equals(UserDefinedFunctionHelper.SCALAR_EVAL))
        .allMatch(RetainedArguments::takesValuesOnly);
  }

  private static boolean takesValuesOnly(Method eval) {
    Class<?>[] parameters = eval.getParameterTypes();
    int last = parameters.length - 1;
    for (int i = 0; i <= last; i++) {
      Class<?> parameter =
          i == last && eval.isVarArgs() ? parameters[i].getComponentType() : parameters[i];
      if (!parameter.isPrimitive() && !VALUES.contains(parameter)) {
        return false;
      }
    }
    return true;
  }
}
