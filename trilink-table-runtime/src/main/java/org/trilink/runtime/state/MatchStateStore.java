/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.util.Collections;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.cep.nfa.sharedbuffer.EventId;
import org.apache.flink.cep.nfa.sharedbuffer.NodeId;
import org.apache.flink.cep.operator.CepOperator;
import org.apache.flink.runtime.state.StateInitializationContextImpl;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;

/**
 * The states of Flink's MATCH_RECOGNIZE: rows that wait for their time, partial matches, and the
 * rows of these. The operator puts each entry of a map that it has changed, also if it has changed
 * it in place.
 */
public final class MatchStateStore extends CachingStateStore {

  /** By name: Flink's CEP library is not on the class path of each job. */
  private static final String OPERATOR = "org.apache.flink.cep.operator.CepOperator";

  private final MatchSize size = new MatchSize();

  private MatchStateStore(KeyedStateStore flinks, KeyedValues<?> values) {
    super(flinks, values);
  }

  /** Whether it is Flink's operator for MATCH_RECOGNIZE. */
  public static boolean isMatch(StreamOperator<?> operator) {
    return operator.getClass().getName().equals(OPERATOR);
  }

  /**
   * Gives the operator its states again, cached. It takes them when its state is initialized,
   * unlike a function, which takes them from its context. What earlier versions of Flink had in
   * state has been converted by then. With Flink's heap backend it keeps those that it has.
   *
   * @param match for which {@link #isMatch}, with its state initialized, before it is opened
   * @param values of its keys; {@link KeyedValues#leave} is to be called for each key
   */
  public static void giveTo(AbstractStreamOperator<?> match, KeyedValues<?> values)
      throws Exception {
    if (values instanceof LiveKeyedValues) {
      return;
    }
    ((CepOperator<?, ?, ?>) match)
        .initializeState(
            new StateInitializationContextImpl(
                null,
                match.getOperatorStateBackend(),
                new MatchStateStore(match.getKeyedStateStore(), values),
                Collections.emptyList(),
                Collections.emptyList()));
  }

  @Override
  boolean canBeMapKeys(TypeSerializer<?> keys) {
    return keys instanceof EventId.EventIdSerializer
        || keys instanceof NodeId.NodeIdSerializer
        || super.canBeMapKeys(keys);
  }

  @Override
  long sizeOf(Object object) {
    return size.of(object);
  }
}
