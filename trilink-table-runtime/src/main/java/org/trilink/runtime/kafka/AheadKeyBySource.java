/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.table.data.RowData;

/**
 * Flink's Kafka source, of which each subtask reads the partitions whose keys' state it has. What
 * is stored in checkpoints is what Flink's source stores.
 *
 * @param <SplitT> a partition, with {@code topic-partition} for its id
 * @param <StateT> the state of Flink's enumerator
 */
public final class AheadKeyBySource<SplitT extends SourceSplit, StateT>
    extends DelegatingSource<SplitT, StateT> {

  private static final long serialVersionUID = 1L;

  private final KafkaTopics topics;
  private final PartitionCheck check;
  private final int maxParallelism;

  /**
   * Creates it.
   *
   * @param topics whose partitions are requested when the job starts
   * @param check has the number of partitions for which the job was planned
   * @param maxParallelism of the operators behind it
   */
  public AheadKeyBySource(
      Source<RowData, SplitT, StateT> kafka,
      KafkaTopics topics,
      PartitionCheck check,
      int maxParallelism) {
    super(kafka);
    this.topics = topics;
    this.check = check;
    this.maxParallelism = maxParallelism;
  }

  @Override
  public SourceReader<RowData, SplitT> createReader(SourceReaderContext context) throws Exception {
    return new AheadKeyByReader<>(
        kafka.createReader(context), kafka.getSplitSerializer(), check, context, logName());
  }

  @Override
  public SplitEnumerator<SplitT, StateT> createEnumerator(SplitEnumeratorContext<SplitT> context)
      throws Exception {
    PartitionAssignment<SplitT> assignment = newAssignment(context);
    return newEnumerator(assignment, kafka.createEnumerator(assignment));
  }

  @Override
  public SplitEnumerator<SplitT, StateT> restoreEnumerator(
      SplitEnumeratorContext<SplitT> context, StateT state) throws Exception {
    PartitionAssignment<SplitT> assignment = newAssignment(context);
    return newEnumerator(assignment, kafka.restoreEnumerator(assignment, state));
  }

  private PartitionAssignment<SplitT> newAssignment(SplitEnumeratorContext<SplitT> context) {
    return new PartitionAssignment<>(context, logName(), check.partitions(), maxParallelism);
  }

  private SplitEnumerator<SplitT, StateT> newEnumerator(
      PartitionAssignment<SplitT> assignment, SplitEnumerator<SplitT, StateT> enumerator) {
    return new AheadKeyByEnumerator<>(
        enumerator,
        assignment,
        kafka.getSplitSerializer(),
        () -> topics.partitions(kafka.getClass().getClassLoader()),
        check.partitions(),
        logName());
  }

  /** The prefix of log lines. */
  private String logName() {
    return "Ahead-keyby source of topic '" + topics + "'";
  }
}
