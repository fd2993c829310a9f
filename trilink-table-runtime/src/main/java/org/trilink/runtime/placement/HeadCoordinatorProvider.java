/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;

/** Creates, in the JobMaster, the coordinator of an operator before a keyed one in its chain. */
final class HeadCoordinatorProvider implements OperatorCoordinator.Provider {

  private static final long serialVersionUID = 1L;

  private final OperatorID operator;
  private final String sharedId;

  /**
   * @param sharedId the id that it shares with the coordinators of the exchange
   */
  HeadCoordinatorProvider(OperatorID operator, String sharedId) {
    this.operator = operator;
    this.sharedId = sharedId;
  }

  @Override
  public OperatorID getOperatorId() {
    return operator;
  }

  @Override
  public OperatorCoordinator create(OperatorCoordinator.Context context) {
    return new HeadCoordinator(PlacementAuthority.ofHead(sharedId));
  }
}
