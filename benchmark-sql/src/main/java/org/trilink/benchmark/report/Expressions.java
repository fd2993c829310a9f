/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.expression.AccessException;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.ExpressionException;
import org.springframework.expression.MethodExecutor;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.TypedValue;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.common.TemplateParserContext;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.ReflectiveMethodResolver;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * Evaluates what a chapter's file asks, in Spring's expression language, about one item: {@link
 * Runs}, a {@link Pair} or whatever else the file has made. Names are those that the file has
 * given. A function of {@link #FUNCTIONS} is called with all its arguments, or on the first of
 * them; of null it is null. An empty {@link Optional} is null.
 */
final class Expressions {

  private static final List<Class<?>> FUNCTIONS =
      List.of(
          Amount.class,
          DegreeCurve.class,
          Comparison.class,
          Completeness.class,
          Labels.class,
          Lists.class,
          LoadClasses.class,
          Pair.class,
          Runs.class,
          PublishedVariant.class);

  private static final SpelExpressionParser PARSER = new SpelExpressionParser();
  private static final TemplateParserContext TEMPLATE = new TemplateParserContext("{", "}");

  private final Object item;
  private final Map<String, Object> names;
  private final Map<String, String> definitions;
  private final StandardEvaluationContext context;

  /**
   * Expressions about an item.
   *
   * @param names values by their names
   * @param definitions expressions by the names by which they are called on an item
   */
  Expressions(Object item, Map<String, Object> names, Map<String, String> definitions) {
    this.item = item;
    this.names = new HashMap<>(names);
    this.definitions = definitions;
    context = new StandardEvaluationContext(item);
    context.setMethodResolvers(new ArrayList<>(List.of(new Methods())));
    context.setPropertyAccessors(new ArrayList<>(List.of(new Names())));
  }

  /** About another item; what is named in there is not known out here. */
  Expressions about(Object other) {
    return new Expressions(other, names, definitions);
  }

  /** Returns the same with one name more. */
  Expressions with(String name, Object value) {
    Expressions more = about(item);
    more.name(name, value);
    return more;
  }

  /** Gives a value a name; null for one that is not known. */
  void name(String name, @Nullable Object value) {
    names.put(name, value);
  }

  /**
   * The value of an expression; of anything else than a text the thing itself.
   *
   * @throws IllegalStateException with the expression if it cannot be evaluated
   */
  @Nullable
  Object value(@Nullable Object expression) {
    return expression instanceof String text
        ? evaluated(text, () -> unwrapped(PARSER.parseExpression(text).getValue(context)))
        : expression;
  }

  /** The list that is the value of an expression; empty for null. */
  List<?> list(@Nullable Object expression) {
    Object value = value(expression);
    return value == null ? List.of() : (List<?>) value;
  }

  /** A text with expressions in braces; null if the value of one of them is null. */
  @Nullable
  String text(String template) {
    return evaluated(
        template,
        () -> {
          Expression parsed = PARSER.parseExpression(template, TEMPLATE);
          Expression[] parts =
              parsed instanceof CompositeStringExpression several
                  ? several.getExpressions()
                  : new Expression[] {parsed};
          StringBuilder text = new StringBuilder();
          for (Expression part : parts) {
            Object value = unwrapped(part.getValue(context));
            if (value == null) {
              return null;
            }
            text.append(value);
          }
          return text.toString();
        });
  }

  @Nullable
  private static <T> T evaluated(String expression, Supplier<T> evaluation) {
    try {
      return evaluation.get();
    } catch (ExpressionException e) {
      throw new IllegalStateException("the report cannot evaluate: " + expression, e);
    }
  }

  @Nullable
  private static Object unwrapped(@Nullable Object value) {
    if (value instanceof OptionalDouble number) {
      return number.isPresent() ? number.getAsDouble() : null;
    }
    return value instanceof Optional<?> some ? some.orElse(null) : value;
  }

  private static TypedValue typed(@Nullable Object value) {
    return new TypedValue(unwrapped(value));
  }

  /** Reads names. */
  private final class Names implements PropertyAccessor {

    @Nullable
    @Override
    public Class<?>[] getSpecificTargetClasses() {
      return null;
    }

    @Override
    public boolean canRead(EvaluationContext of, @Nullable Object target, String name) {
      return names.containsKey(name);
    }

    @Override
    public TypedValue read(EvaluationContext of, @Nullable Object target, String name) {
      return typed(names.get(name));
    }

    @Override
    public boolean canWrite(EvaluationContext of, @Nullable Object target, String name) {
      return false;
    }

    @Override
    public void write(EvaluationContext of, @Nullable Object target, String name, Object value) {
      throw new UnsupportedOperationException(name);
    }
  }

  /** Finds definitions, methods of the item, private to the package or not, and functions. */
  private final class Methods extends ReflectiveMethodResolver {

    @Override
    protected Method[] getMethods(Class<?> type) {
      return type.getPackageName().equals(Expressions.class.getPackageName())
          ? type.getDeclaredMethods()
          : super.getMethods(type);
    }

    @Nullable
    @Override
    public MethodExecutor resolve(
        EvaluationContext of, Object target, String name, List<TypeDescriptor> arguments)
        throws AccessException {
      if (arguments.isEmpty() && definitions.containsKey(name)) {
        return (in, on, values) -> typed(about(on).value(definitions.get(name)));
      }
      MethodExecutor method = super.resolve(of, target, name, arguments);
      if (method != null) {
        return unwrapping(method);
      }
      if (arguments.contains(null)) {
        return (in, on, values) -> TypedValue.NULL;
      }
      List<TypeDescriptor> all = new ArrayList<>(arguments);
      all.add(0, TypeDescriptor.forObject(target));
      for (Class<?> functions : FUNCTIONS) {
        MethodExecutor function = super.resolve(of, functions, name, arguments);
        if (function != null) {
          return unwrapping(function);
        }
        MethodExecutor extension = super.resolve(of, functions, name, all);
        if (extension != null) {
          return (in, on, values) -> {
            List<Object> withItem = new ArrayList<>(List.of(on));
            Collections.addAll(withItem, values);
            return typed(extension.execute(in, on, withItem.toArray()).getValue());
          };
        }
      }
      return null;
    }

    private static MethodExecutor unwrapping(MethodExecutor method) {
      return (in, on, values) -> typed(method.execute(in, on, values).getValue());
    }
  }
}
