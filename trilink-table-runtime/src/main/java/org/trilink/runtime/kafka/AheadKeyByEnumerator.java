/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.util.FlinkRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wraps Flink's enumerator of partitions and assigns partitions, including restored ones, to the
 * readers that have the keys' state ({@link PartitionAssignment}). It checks when the job starts
 * that the topics still have as many partitions as the job was planned for.
 */
final class AheadKeyByEnumerator<SplitT extends SourceSplit, StateT>
    extends DelegatingEnumerator<SplitT, StateT> {

  private static final Logger LOG = LoggerFactory.getLogger(AheadKeyByEnumerator.class);

  private final PartitionAssignment<SplitT> assignment;
  private final SimpleVersionedSerializer<SplitT> splitSerializer;
  private final Callable<Map<String, Integer>> countPartitions;
  private final int partitions;
  private final String source;

  /**
   * @param source name of the source, for logs
   */
  AheadKeyByEnumerator(
      SplitEnumerator<SplitT, StateT> enumerator,
      PartitionAssignment<SplitT> assignment,
      SimpleVersionedSerializer<SplitT> splitSerializer,
      Callable<Map<String, Integer>> countPartitions,
      int partitions,
      String source) {
    super(enumerator);
    this.assignment = assignment;
    this.splitSerializer = splitSerializer;
    this.countPartitions = countPartitions;
    this.partitions = partitions;
    this.source = source;
  }

  @Override
  public void start() {
    LOG.info(
        "{}: the enumerator starts: {} subtasks, planned for {} partitions per topic.",
        source,
        assignment.currentParallelism(),
        partitions);
    assignment.callAsync(countPartitions, this::checkPartitions);
    super.start();
  }

  private void checkPartitions(@Nullable Map<String, Integer> counts, @Nullable Throwable failure) {
    if (failure != null) {
      throw new FlinkRuntimeException(failure.getMessage(), failure);
    }
    counts.forEach(
        (topic, count) -> {
          if (count != partitions) {
            throw new FlinkRuntimeException(PartitionsChanged.text(topic, count, partitions));
          }
        });
    LOG.debug("{}: the topics have the planned number of partitions: {}.", source, counts);
  }

  @Override
  public void handleSourceEvent(int reader, SourceEvent event) {
    if (!(event instanceof RestoredSplits)) {
      super.handleSourceEvent(reader, event);
      return;
    }
    try {
      assignment.readerStarted(reader, ((RestoredSplits) event).splits(splitSerializer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Does not call Flink's enumerator, which would keep the splits for a reader that may never
   * request them.
   */
  @Override
  public void addSplitsBack(List<SplitT> splits, int reader) {
    assignment.readerFailed(reader, splits);
  }

  /**
   * The state of Flink's enumerator.
   *
   * @throws IllegalStateException while a reader may still have a partition that another one is to
   *     read. Flink then aborts this checkpoint and continues with the next.
   */
  @Override
  public StateT snapshotState(long checkpointId) throws Exception {
    if (!assignment.notReady().isEmpty()) {
      throw new IllegalStateException(
          String.format(
              "Checkpoint %d is skipped: the subtasks %s have not yet reported which partitions"
                  + " they have restored.",
              checkpointId, assignment.notReady()));
    }
    return super.snapshotState(checkpointId);
  }
}
