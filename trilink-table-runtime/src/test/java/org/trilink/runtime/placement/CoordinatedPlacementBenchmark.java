/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.trilink.runtime.flink.OperatorParameters;
import org.trilink.runtime.flink.RecordOutput;

/**
 * Time of choosing the subtask of a record whose key the coordinator has placed: the placing
 * operator, including the overhead of its harness, and the partitioner after it. For comparison,
 * the time of Flink's partitioner with Flink's keys.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args="CoordinatedPlacement"
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CoordinatedPlacementBenchmark {

  private static final RowType ROW =
      RowType.of(
          new BigIntType(),
          new VarCharType(VarCharType.MAX_LENGTH),
          new IntType(),
          new BigIntType());

  @Param({"stock", "least-key"})
  public String strategy;

  @Param public KeyPlacementBenchmark.Key key;

  private final StreamRecord<RowData> element = new StreamRecord<>(null);
  private RowData[] rows;
  private int next;

  private Channels stock;
  private LocalJobMaster jobMaster;
  private PlacingSubtask placing;

  @Setup
  public void open() throws Exception {
    rows = KeyPlacementBenchmark.rows();
    stock =
        new Channels(
            new KeyGroupStreamPartitioner<>(key.selector, KeyPlacementBenchmark.MAX_PARALLELISM));
    PlacingOperatorFactory factory =
        new PlacingOperatorFactory(
            key.selector,
            ROW,
            new PlacementSettings(
                CoordinatedPlacement.leastKey(),
                key.selector.getProducedType().toRowType(),
                KeyPlacementBenchmark.MAX_PARALLELISM,
                KeyPlacementBenchmark.PARALLELISM),
            0);
    jobMaster = new LocalJobMaster();
    placing =
        PlacingSubtask.open(
            new WithOutput(
                factory,
                new Channels(
                    new CarriedPartitioner("least-key", KeyPlacementBenchmark.MAX_PARALLELISM))),
            PlacingSubtask.OPERATOR,
            jobMaster,
            1,
            0,
            null);
    PlacementCoordinator coordinator =
        jobMaster.coordinator(factory, PlacingSubtask.OPERATOR, 1, null);
    jobMaster.ready(coordinator, 0, placing.attempt());
    placing.takeAnswer();
    for (RowData row : rows) {
      placing.process(row);
    }
    placing.takeAnswers();
  }

  @Benchmark
  public void selectChannel() throws Exception {
    element.replace(rows[next]);
    next = (next + 1) & (rows.length - 1);
    if (strategy.equals("stock")) {
      stock.collect(element);
    } else {
      placing.processRecord(element);
    }
  }

  @TearDown
  public void close() throws Exception {
    placing.close();
    jobMaster.close();
  }

  /** Only chooses the channel of records. */
  private static final class Channels extends RecordOutput<RowData> {

    private final StreamPartitioner<RowData> partitioner;
    private final SerializationDelegate<StreamRecord<RowData>> record =
        new SerializationDelegate<>(null);

    /** Never read; volatile, so that it must be computed. */
    @SuppressWarnings("unused")
    private volatile int channel;

    Channels(StreamPartitioner<RowData> partitioner) {
      this.partitioner = partitioner;
      partitioner.setup(KeyPlacementBenchmark.PARALLELISM);
    }

    @Override
    public void collect(StreamRecord<RowData> element) {
      record.setInstance(element);
      channel = partitioner.selectChannel(record);
    }
  }

  /** Creates the operator with this output instead of the harness's, which keeps all records. */
  private static final class WithOutput extends AbstractStreamOperatorFactory<RowData>
      implements OneInputStreamOperatorFactory<RowData, RowData>, YieldingOperatorFactory<RowData> {

    private static final long serialVersionUID = 1L;

    private final PlacingOperatorFactory factory;
    private final transient Channels output;

    WithOutput(PlacingOperatorFactory factory, Channels output) {
      this.factory = factory;
      this.output = output;
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // as Flink declares it
    public <T extends StreamOperator<RowData>> T createStreamOperator(
        StreamOperatorParameters<RowData> parameters) {
      return factory.createStreamOperator(
          OperatorParameters.with(parameters.getStreamConfig(), output, parameters));
    }

    @Override
    public void setMailboxExecutor(MailboxExecutor mailboxExecutor) {
      factory.setMailboxExecutor(mailboxExecutor);
    }

    @Override
    public void setProcessingTimeService(ProcessingTimeService processingTimeService) {
      factory.setProcessingTimeService(processingTimeService);
    }

    @Override
    @SuppressWarnings("rawtypes") // as Flink declares it
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
      return PlacingOperator.class;
    }
  }
}
