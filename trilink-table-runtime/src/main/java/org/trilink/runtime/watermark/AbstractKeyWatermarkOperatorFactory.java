package org.trilink.runtime.watermark;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeServiceAware;
import org.apache.flink.table.data.RowData;

/** Makes a stock operator and what runs it under key-level watermarks. */
abstract class AbstractKeyWatermarkOperatorFactory extends AbstractStreamOperatorFactory<RowData> {

  private static final long serialVersionUID = 1L;

  private final StreamOperatorFactory<RowData> stock;
  final KeyWatermarkPolicy policy;

  /**
   * @throws IllegalArgumentException if the operator needs more of its task than can be passed on
   */
  AbstractKeyWatermarkOperatorFactory(
      StreamOperatorFactory<RowData> stock, KeyWatermarkPolicy policy) {
    if (stock instanceof YieldingOperatorFactory || stock instanceof CoordinatedOperatorFactory) {
      throw new IllegalArgumentException(
          stock.getClass().getName()
              + " makes an operator with a mailbox or a coordinator of its own, which cannot run"
              + " under key-level watermarks; leave it on the subtask's watermark.");
    }
    this.stock = stock;
    this.policy = policy;
    this.chainingStrategy = stock.getChainingStrategy();
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    return (T)
        wrap(
            stock.createStreamOperator(parameters),
            parameters.getContainingTask().getEnvironment().getTaskInfo());
  }

  abstract KeyWatermarkOperator<?> wrap(StreamOperator<RowData> operator, TaskInfo task);

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
}
