/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;

/** Creates the coordinator of a placing operator in the JobMaster. */
final class PlacementCoordinatorProvider implements OperatorCoordinator.Provider {

  private static final long serialVersionUID = 1L;

  private final OperatorID operator;
  private final String operatorName;
  private final PlacementSettings settings;
  private final int input;

  /**
   * @param operatorName the operator's name in the job graph
   * @param input of the operator behind the exchange, from 0 on
   */
  PlacementCoordinatorProvider(
      OperatorID operator, String operatorName, PlacementSettings settings, int input) {
    this.operator = operator;
    this.operatorName = operatorName;
    this.settings = settings;
    this.input = input;
  }

  @Override
  public OperatorID getOperatorId() {
    return operator;
  }

  @Override
  public PlacementCoordinator create(OperatorCoordinator.Context context) {
    return new PlacementCoordinator(context, operatorName, settings, input);
  }
}
