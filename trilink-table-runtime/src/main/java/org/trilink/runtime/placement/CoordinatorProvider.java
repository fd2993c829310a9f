/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.util.function.SerializableFunction;

/** Creates a coordinator of an exchange in the JobMaster. */
public final class CoordinatorProvider implements OperatorCoordinator.Provider {

  private static final long serialVersionUID = 1L;

  private final OperatorID operator;
  private final SerializableFunction<OperatorCoordinator.Context, OperatorCoordinator> coordinator;

  private CoordinatorProvider(
      OperatorID operator,
      SerializableFunction<OperatorCoordinator.Context, OperatorCoordinator> coordinator) {
    this.operator = operator;
    this.coordinator = coordinator;
  }

  /**
   * For a placing operator.
   *
   * @param name the operator's name in the job graph
   * @param input of the operator behind the exchange, from 0 on
   */
  static CoordinatorProvider ofInput(
      OperatorID operator, String name, PlacementSettings settings, int input) {
    return new CoordinatorProvider(
        operator, context -> new PlacementCoordinator(context, name, settings, input));
  }

  /**
   * For a keyed operator whose keys are moved.
   *
   * @param name the operator's name in the job graph
   * @param sharedId the id that it shares with the coordinators of the placing operators
   */
  public static CoordinatorProvider ofKeyedOperator(
      OperatorID operator, String name, String sharedId) {
    return new CoordinatorProvider(
        operator, context -> new KeyedCoordinator(context, name, sharedId));
  }

  /**
   * For an operator before a keyed one in its chain.
   *
   * @param sharedId the id that it shares with the coordinators of the exchange
   */
  static CoordinatorProvider ofHead(OperatorID operator, String sharedId) {
    return new CoordinatorProvider(
        operator, context -> new HeadCoordinator(PlacementAuthority.ofShared(sharedId)));
  }

  @Override
  public OperatorID getOperatorId() {
    return operator;
  }

  @Override
  public OperatorCoordinator create(OperatorCoordinator.Context context) {
    return coordinator.apply(context);
  }
}
