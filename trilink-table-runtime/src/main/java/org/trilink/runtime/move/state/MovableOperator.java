/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.trilink.runtime.flink.StateField;

/**
 * The parts of an operator that a {@link KeyedStateMover} needs: the operator that has the state,
 * Flink's own timer services, and the parts that keep data of keys outside of these.
 *
 * <p>Supported are Flink's own SQL operators, all of which are {@link AbstractStreamOperator}s, and
 * operators that implement {@link HandsOverKeys}. Any other operator is refused: data that it keeps
 * of a key outside of state would not be moved.
 */
final class MovableOperator<K> {

  private static final String FLINK = "org.apache.flink.";
  private static final String PYTHON = ".operators.python.";

  final AbstractStreamOperator<?> keyed;
  final InternalTimeServiceManager<K> timeServices;
  final List<HandsOverKeys<K>> ownParts = new ArrayList<>(2);

  @SuppressWarnings("unchecked") // an operator has no type parameter for its keys
  private MovableOperator(StreamOperator<?> operator) {
    if (operator instanceof WrapsKeyedOperator) {
      WrapsKeyedOperator<K> wrapper = (WrapsKeyedOperator<K>) operator;
      keyed = checked(wrapper.wrapped());
      timeServices = wrapper.flinksTimeServices();
      addIfItKeepsKeys(keyed);
      ownParts.add(wrapper);
    } else {
      keyed = checked(operator);
      timeServices = StateField.OPERATOR_TIME_SERVICES.of(keyed, InternalTimeServiceManager.class);
      addIfItKeepsKeys(keyed);
    }
  }

  /**
   * @throws UnsupportedOperationException if keys of the operator cannot be moved
   */
  static <K> MovableOperator<K> of(StreamOperator<?> operator) {
    return new MovableOperator<>(operator);
  }

  @SuppressWarnings("unchecked") // an operator has no type parameter for its keys
  private void addIfItKeepsKeys(StreamOperator<?> operator) {
    if (operator instanceof HandsOverKeys) {
      ownParts.add((HandsOverKeys<K>) operator);
    }
  }

  private static AbstractStreamOperator<?> checked(StreamOperator<?> operator) {
    if (isPython(operator.getClass())) {
      throw cannotMove(operator, "its Python process has a cache of state");
    }
    boolean isKnown =
        operator instanceof HandsOverKeys || operator.getClass().getName().startsWith(FLINK);
    if (!isKnown || !(operator instanceof AbstractStreamOperator)) {
      throw cannotMove(
          operator,
          "it is neither one of Flink's SQL operators nor one of Trilink's that hands over keys");
    }
    AbstractStreamOperator<?> keyed = (AbstractStreamOperator<?>) operator;
    if (keyed.getKeyedStateBackend() == null) {
      throw cannotMove(operator, "it has no keyed state");
    }
    return keyed;
  }

  private static boolean isPython(Class<?> operator) {
    for (Class<?> type = operator; type != null; type = type.getSuperclass()) {
      if (type.getName().startsWith(FLINK) && type.getName().contains(PYTHON)) {
        return true;
      }
    }
    return false;
  }

  private static UnsupportedOperationException cannotMove(
      StreamOperator<?> operator, String because) {
    return new UnsupportedOperationException(
        String.format(
            "Keys of the operator %s cannot be moved: %s. Set 'partition.monitor' to 'off', so that"
                + " keys stay where they are.",
            operator.getClass().getName(), because));
  }
}
