/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.synced;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEventDispatcher;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.streaming.runtime.tasks.StreamTask;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.operator.WrappingOperatorFactory;
import org.trilink.runtime.placement.CallThread;
import org.trilink.runtime.placement.CarriedKeySelector;
import org.trilink.runtime.placement.CoordinatorMessages;
import org.trilink.runtime.placement.CoordinatorProvider;

/**
 * Creates a keyed operator, of Flink or Trilink, whose keys can be moved while it runs, behind
 * {@link org.trilink.runtime.placement.PlacingOperatorFactory placing operators} with a monitor.
 */
public final class SyncedOperatorFactory extends WrappingOperatorFactory<RowData>
    implements CoordinatedOperatorFactory<RowData> {

  private static final long serialVersionUID = 1L;

  private final CarriedKeySelector[] keys;
  private final RowType keyType;
  private final String sharedId;

  /**
   * @param stock creates the operator, which must be keyed
   * @param keys of its inputs, in their order
   * @param sharedId the id that its coordinator shares with those of the placing operators
   * @throws IllegalArgumentException if the operator needs more of its task than can be passed on
   */
  public SyncedOperatorFactory(
      StreamOperatorFactory<RowData> stock,
      CarriedKeySelector[] keys,
      RowType keyType,
      String sharedId) {
    super(stock);
    if (stock instanceof YieldingOperatorFactory || stock instanceof CoordinatedOperatorFactory) {
      throw new IllegalArgumentException(
          stock.getClass().getName()
              + " creates an operator with its own mailbox or coordinator; keys of such an operator"
              + " cannot be moved. Set 'partition.monitor' to 'off'.");
    }
    this.keys = keys.clone();
    this.keyType = keyType;
    this.sharedId = sharedId;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    StreamOperator<RowData> operator = stock.createStreamOperator(parameters);
    OperatorID id = parameters.getStreamConfig().getOperatorID();
    OperatorEventDispatcher dispatcher = parameters.getOperatorEventDispatcher();
    TaskInfo task = parameters.getContainingTask().getEnvironment().getTaskInfo();
    SyncMetrics metrics = new SyncMetrics();
    SyncedKeys syncedKeys =
        new SyncedKeys(operator, keyType, task, dispatcher.getOperatorEventGateway(id), metrics);
    StreamTask<?, ?> containing = parameters.getContainingTask();
    MailboxExecutor mailbox =
        containing
            .getMailboxExecutorFactory()
            .createExecutor(parameters.getStreamConfig().getChainIndex());
    SyncedInput input = new SyncedInput(syncedKeys, keys, task, mailbox, metrics);
    CoordinatorMessages messages =
        new CoordinatorMessages(
            containing.getEnvironment(), id, CallThread.of(containing), mailbox, input::onMessage);
    return (T)
        (keys.length == 1
            ? new SyncedOneInputOperator(
                (OneInputStreamOperator<RowData, RowData>) operator, input, syncedKeys, messages)
            : new SyncedTwoInputOperator(
                (TwoInputStreamOperator<RowData, RowData, RowData>) operator,
                input,
                syncedKeys,
                messages));
  }

  @Override
  public OperatorCoordinator.Provider getCoordinatorProvider(
      String operatorName, OperatorID operatorId) {
    return CoordinatorProvider.ofKeyedOperator(operatorId, operatorName, sharedId);
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return keys.length == 1 ? SyncedOneInputOperator.class : SyncedTwoInputOperator.class;
  }
}
