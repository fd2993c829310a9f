/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.WrappingOperatorFactory;

/**
 * Creates an operator between an exchange and a keyed operator whose keys are moved, with a
 * coordinator that answers clients on behalf of the keyed operator.
 */
public final class HeadOperatorFactory extends WrappingOperatorFactory<RowData>
    implements OneInputStreamOperatorFactory<RowData, RowData>,
        CoordinatedOperatorFactory<RowData> {

  private static final long serialVersionUID = 1L;

  private final String sharedId;

  /**
   * @param stock creates the operator, which has no coordinator itself
   * @param sharedId the id that its coordinator shares with those of the exchange
   */
  public HeadOperatorFactory(StreamOperatorFactory<RowData> stock, String sharedId) {
    super(stock);
    this.sharedId = sharedId;
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    return stock.createStreamOperator(parameters);
  }

  @Override
  public OperatorCoordinator.Provider getCoordinatorProvider(
      String operatorName, OperatorID operatorId) {
    return CoordinatorProvider.ofHead(operatorId, sharedId);
  }
}
