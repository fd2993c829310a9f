package org.trilink.runtime.watermark;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeServiceAware;
import org.apache.flink.table.data.RowData;

/**
 * Runs a stock keyed one-input operator under key-level watermarks (the paper's section 4.1): the
 * operator is Flink's own, only its event time is that of the current key.
 */
public final class KeyWatermarkOperatorFactory extends AbstractStreamOperatorFactory<RowData>
    implements OneInputStreamOperatorFactory<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private final StreamOperatorFactory<RowData> stock;
  private final Rowtime rowtime;
  private final KeyWatermarkPolicy policy;

  /**
   * @param stock makes the operator, which must be keyed and have one input
   * @param rowtimeIndex position of the rowtime in the input, -1 to take the record's timestamp
   *     (MATCH_RECOGNIZE)
   * @throws IllegalArgumentException if the operator needs more of its task than can be passed on
   */
  public KeyWatermarkOperatorFactory(
      StreamOperatorFactory<RowData> stock, int rowtimeIndex, KeyWatermarkPolicy policy) {
    if (stock instanceof YieldingOperatorFactory || stock instanceof CoordinatedOperatorFactory) {
      throw new IllegalArgumentException(
          stock.getClass().getName()
              + " makes an operator with a mailbox or a coordinator of its own, which cannot run"
              + " under key-level watermarks; leave it on the subtask's watermark.");
    }
    this.stock = stock;
    this.rowtime = new Rowtime(rowtimeIndex);
    this.policy = policy;
    this.chainingStrategy = stock.getChainingStrategy();
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    OneInputStreamOperator<RowData, RowData> operator = stock.createStreamOperator(parameters);
    return (T)
        new KeyWatermarkOperator(
            operator,
            rowtime,
            policy,
            parameters.getContainingTask().getEnvironment().getTaskInfo());
  }

  @Override
  public void setProcessingTimeService(ProcessingTimeService processingTimeService) {
    super.setProcessingTimeService(processingTimeService);
    if (stock instanceof ProcessingTimeServiceAware) {
      ((ProcessingTimeServiceAware) stock).setProcessingTimeService(processingTimeService);
    }
  }

  @Override
  public void setChainingStrategy(ChainingStrategy strategy) {
    super.setChainingStrategy(strategy);
    stock.setChainingStrategy(strategy);
  }

  @Override
  public boolean isOutputTypeConfigurable() {
    return stock.isOutputTypeConfigurable();
  }

  @Override
  public void setOutputType(TypeInformation<RowData> type, ExecutionConfig executionConfig) {
    stock.setOutputType(type, executionConfig);
  }

  @Override
  public boolean isInputTypeConfigurable() {
    return stock.isInputTypeConfigurable();
  }

  @Override
  public void setInputType(TypeInformation<?> type, ExecutionConfig executionConfig) {
    stock.setInputType(type, executionConfig);
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return KeyWatermarkOperator.class;
  }
}
