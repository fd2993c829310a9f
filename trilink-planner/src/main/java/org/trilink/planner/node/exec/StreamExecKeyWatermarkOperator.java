package org.trilink.planner.node.exec;

import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.node.physical.KeyWatermark;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkOperatorFactory;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/**
 * Translates one of Flink's nodes as Flink does, then wraps its operator so that each key sees a
 * watermark of its own.
 */
public final class StreamExecKeyWatermarkOperator extends ExecNodeBase<RowData>
    implements StreamExecNode<RowData> {

  /** Stands for a rowtime that is the timestamp of the record, not one of its columns. */
  public static final int RECORD_TIMESTAMP = -1;

  private static final String FIELD_NAME_STOCK = "stock";
  private static final String FIELD_NAME_ROWTIME = "rowtimeIndex";
  private static final String FIELD_NAME_DELAY = "watermarkDelayMillis";
  private static final String FIELD_NAME_MAX_SKEW = "watermarkMaxSkewMillis";

  @JsonProperty(FIELD_NAME_STOCK)
  private final ExecNode<?> stock;

  @JsonProperty(FIELD_NAME_ROWTIME)
  private final int rowtimeIndex;

  @JsonProperty(FIELD_NAME_DELAY)
  private final long delay;

  @JsonProperty(FIELD_NAME_MAX_SKEW)
  private final long maxSkew;

  /**
   * For a physical plan.
   *
   * @param stock has one input, and its last operator is the keyed one
   * @param rowtimeIndex position in the input, or {@link #RECORD_TIMESTAMP}
   */
  public StreamExecKeyWatermarkOperator(
      ExecNode<?> stock, int rowtimeIndex, KeyWatermark watermark) {
    this(
        stock,
        rowtimeIndex,
        watermark.delay(),
        watermark.policy().maxSkew(),
        getNewNodeId(),
        stock.getInputProperties(),
        (RowType) stock.getOutputType(),
        stock.getDescription());
  }

  /** For a JSON plan. */
  @JsonCreator
  public StreamExecKeyWatermarkOperator(
      @JsonProperty(FIELD_NAME_STOCK) ExecNode<?> stock,
      @JsonProperty(FIELD_NAME_ROWTIME) int rowtimeIndex,
      @JsonProperty(FIELD_NAME_DELAY) long delay,
      @JsonProperty(FIELD_NAME_MAX_SKEW) long maxSkew,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
    this.stock = stock;
    this.rowtimeIndex = rowtimeIndex;
    this.delay = delay;
    this.maxSkew = maxSkew;
  }

  @Override
  @SuppressWarnings("unchecked")
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    stock.setInputEdges(getInputEdges());
    return wrap((OneInputTransformation<RowData, RowData>) stock.translateToPlan(planner));
  }

  @SuppressWarnings("unchecked")
  private Transformation<RowData> wrap(OneInputTransformation<RowData, RowData> inner) {
    OneInputTransformation<RowData, RowData> wrapped =
        new OneInputTransformation<>(
            (Transformation<RowData>) inner.getInputs().get(0),
            inner.getName(),
            new KeyWatermarkOperatorFactory(
                inner.getOperatorFactory(),
                rowtimeIndex == RECORD_TIMESTAMP
                    ? InputTime.recordTimestamp(delay)
                    : InputTime.rowtime(rowtimeIndex, delay),
                KeyWatermarkPolicy.ofMaxSkew(maxSkew)),
            inner.getOutputType(),
            inner.getParallelism());
    if (inner.getMaxParallelism() > 0) {
      wrapped.setMaxParallelism(inner.getMaxParallelism());
    }
    wrapped.setStateKeySelector(inner.getStateKeySelector());
    wrapped.setStateKeyType(inner.getStateKeyType());
    inner
        .getManagedMemoryOperatorScopeUseCaseWeights()
        .forEach(wrapped::declareManagedMemoryUseCaseAtOperatorScope);
    for (ManagedMemoryUseCase useCase : inner.getManagedMemorySlotScopeUseCases()) {
      wrapped.declareManagedMemoryUseCaseAtSlotScope(useCase);
    }
    inner.getSlotSharingGroup().ifPresent(wrapped::setSlotSharingGroup);
    return wrapped;
  }
}
