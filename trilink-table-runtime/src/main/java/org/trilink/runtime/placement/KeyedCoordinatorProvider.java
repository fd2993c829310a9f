/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;

/** Creates, in the JobMaster, the coordinator of a keyed operator whose keys are moved. */
public final class KeyedCoordinatorProvider implements OperatorCoordinator.Provider {

  private static final long serialVersionUID = 1L;

  private final OperatorID operator;
  private final String operatorName;
  private final String sharedId;
  private final int inputs;

  /**
   * @param operatorName the operator's name in the job graph
   * @param sharedId the id that it shares with the coordinators of the placing operators
   * @param inputs of the keyed operator
   */
  public KeyedCoordinatorProvider(
      OperatorID operator, String operatorName, String sharedId, int inputs) {
    this.operator = operator;
    this.operatorName = operatorName;
    this.sharedId = sharedId;
    this.inputs = inputs;
  }

  @Override
  public OperatorID getOperatorId() {
    return operator;
  }

  @Override
  public OperatorCoordinator create(OperatorCoordinator.Context context) {
    return new KeyedCoordinator(context, operatorName, sharedId, inputs);
  }
}
