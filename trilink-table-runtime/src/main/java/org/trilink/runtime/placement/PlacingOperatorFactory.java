/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.streaming.runtime.tasks.StreamTask;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * Creates the operator before an exchange that gives every row the key group of its key, and the
 * coordinator that chooses the key groups.
 *
 * <p>It is chained to its input, except for legacy sources: these emit their records from a
 * separate thread, in which an operator cannot wait for an answer.
 */
public final class PlacingOperatorFactory extends AbstractStreamOperatorFactory<RowData>
    implements CoordinatedOperatorFactory<RowData>,
        OneInputStreamOperatorFactory<RowData, RowData>,
        YieldingOperatorFactory<RowData> {

  private static final long serialVersionUID = 1L;

  private final RowDataKeySelector keys;
  private final RowType inputType;

  /** Not sent to the subtasks: a history may be large. */
  private final transient PlacementSettings settings;

  private final PlacementSettings subtaskSettings;
  private final int input;

  /** The threads for calls to the coordinator, in a simulation; null in a task. */
  @Nullable private transient Supplier<ExecutorService> callThreads;

  /**
   * @param keys the columns of the exchange; may reuse the same row
   * @param inputType of the rows, which are forwarded unchanged
   * @param settings the same for all inputs of the operator behind the exchange
   * @param input of that operator, from 0 on; the first one's checkpoints hold the map
   */
  public PlacingOperatorFactory(
      RowDataKeySelector keys, RowType inputType, PlacementSettings settings, int input) {
    this.keys = keys;
    this.inputType = inputType;
    this.settings = settings;
    this.subtaskSettings = settings.forSubtasks();
    this.input = input;
    this.chainingStrategy = ChainingStrategy.ALWAYS;
  }

  /** Has the operators call the coordinator in other threads than their own, for a simulation. */
  void callIn(Supplier<ExecutorService> threads) {
    callThreads = threads;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    OperatorID id = parameters.getStreamConfig().getOperatorID();
    StreamTask<?, ?> task = parameters.getContainingTask();
    PlacingOperator operator =
        new PlacingOperator(
            keys,
            new RowDataSerializer(inputType),
            subtaskSettings,
            input,
            getMailboxExecutor(),
            parameters.getOperatorEventDispatcher().getOperatorEventGateway(id),
            callThreads == null ? () -> CallThread.of(task) : callThreads,
            processingTimeService);
    operator.setup(task, parameters.getStreamConfig(), parameters.getOutput());
    boolean hasEnded = task.getEnvironment().getTaskStateManager().isTaskDeployedAsFinished();
    if (hasEnded) {
      operator.tellEnded(); // it will not be opened
    }
    return (T) operator;
  }

  @Override
  public OperatorCoordinator.Provider getCoordinatorProvider(
      String operatorName, OperatorID operatorId) {
    return CoordinatorProvider.ofInput(operatorId, operatorName, settings, input);
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return PlacingOperator.class;
  }
}
