package org.trilink.runtime.placement;

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
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * Makes the operator before an exchange that gives every row the key group of its key, and the
 * coordinator that decides which one it is.
 *
 * <p>It is chained to what comes before, but for legacy sources: those hand on their records from a
 * thread of their own, in which an operator cannot wait for an answer.
 */
public final class PlacingOperatorFactory extends AbstractStreamOperatorFactory<RowData>
    implements CoordinatedOperatorFactory<RowData>,
        OneInputStreamOperatorFactory<RowData, RowData>,
        YieldingOperatorFactory<RowData> {

  private static final long serialVersionUID = 1L;

  private final RowDataKeySelector keys;
  private final RowType inputType;

  /** Not sent to the subtasks: only the coordinator needs it, and a history may be large. */
  private final transient CoordinatedPlacement placement;

  private final int maxParallelism;
  private final int targetParallelism;
  @Nullable private final String sharedId;
  private final boolean owner;

  /**
   * @param keys the columns of the exchange
   * @param inputType of the rows, which are handed on as they are
   * @param maxParallelism of the operator behind the exchange: its number of key groups
   * @param targetParallelism of the operator behind the exchange
   * @param sharedId what two operators have in common whose keys are to be placed by one map: the
   *     inputs of a join; any text that no other exchange has. Null for an exchange on its own.
   * @param owner whether this one's checkpoints hold the map; true for exactly one of those with
   *     the same sharedId
   */
  public PlacingOperatorFactory(
      RowDataKeySelector keys,
      RowType inputType,
      CoordinatedPlacement placement,
      int maxParallelism,
      int targetParallelism,
      @Nullable String sharedId,
      boolean owner) {
    this.keys = keys;
    this.inputType = inputType;
    this.placement = placement;
    this.maxParallelism = maxParallelism;
    this.targetParallelism = targetParallelism;
    this.sharedId = sharedId;
    this.owner = owner;
    this.chainingStrategy = ChainingStrategy.ALWAYS;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    PlacingOperator operator =
        new PlacingOperator(
            keys,
            new RowDataSerializer(inputType),
            maxParallelism,
            targetParallelism,
            getMailboxExecutor(),
            processingTimeService);
    operator.setup(
        parameters.getContainingTask(), parameters.getStreamConfig(), parameters.getOutput());
    boolean hasEnded =
        parameters
            .getContainingTask()
            .getEnvironment()
            .getTaskStateManager()
            .isTaskDeployedAsFinished();
    if (hasEnded) {
      operator.tellEnded(); // it will not be opened
    }
    return (T) operator;
  }

  @Override
  public OperatorCoordinator.Provider getCoordinatorProvider(
      String operatorName, OperatorID operatorId) {
    PlacementSettings settings =
        new PlacementSettings(
            placement, keys.getProducedType().toRowType(), maxParallelism, targetParallelism);
    return new PlacementCoordinatorProvider(operatorId, settings, sharedId, owner);
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return PlacingOperator.class;
  }
}
