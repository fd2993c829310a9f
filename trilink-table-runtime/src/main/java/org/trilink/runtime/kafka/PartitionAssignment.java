/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.util.FlinkRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assigns each partition to the reader whose subtask has the state of its keys. This is the context
 * of Flink's enumerator, which decides which partitions are read; its choice of readers is ignored.
 *
 * <p>Nothing is assigned before all readers have reported what they have restored. So each reader
 * gets all of its partitions at once, whichever readers have restored them, or Flink's enumerator
 * has chosen: behind it there is no exchange where its watermark would wait for partitions that
 * come later, and their records would be late.
 *
 * <p>From then on, a reader's partitions are in its own state, or among those that Flink tracks as
 * assigned since the last checkpoint. While all readers are registered, no partition waits here, so
 * a checkpoint need not store any.
 *
 * <p>Used by the coordinator's thread only.
 */
final class PartitionAssignment<SplitT extends SourceSplit>
    implements SplitEnumeratorContext<SplitT> {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionAssignment.class);

  private final SplitEnumeratorContext<SplitT> context;
  private final String source;
  private final int partitions;
  private final int maxParallelism;

  /** By id; until all readers are ready. */
  private final Map<String, SplitT> waiting = new LinkedHashMap<>();

  /** The readers that have reported what they have restored. */
  private final Set<Integer> ready = new HashSet<>();

  /** The partitions that were restored by one reader and assigned to another. */
  private final Set<String> moved = new HashSet<>();

  /** The readers for which Flink's enumerator has no more partitions. */
  private final Set<Integer> withoutMore = new HashSet<>();

  /** The readers to which it was signalled that there are no more partitions. */
  private final Set<Integer> told = new HashSet<>();

  /**
   * @param source name of the source, for logs
   */
  PartitionAssignment(
      SplitEnumeratorContext<SplitT> context, String source, int partitions, int maxParallelism) {
    this.context = context;
    this.source = source;
    this.partitions = partitions;
    this.maxParallelism = maxParallelism;
  }

  /**
   * A reader has started.
   *
   * @param restored the splits in its restored state
   */
  void readerStarted(int reader, Collection<SplitT> restored) {
    logRestored(reader, restored);
    for (SplitT split : restored) {
      if (ownerOf(split) == reader) {
        // the same split may also have been returned as assigned since the checkpoint
        waiting.put(split.splitId(), split);
      } else if (moved.add(split.splitId())) {
        waiting.put(split.splitId(), split);
      }
      // otherwise the reader failed before a checkpoint was complete, and reports again
    }
    ready.add(reader);
    if (ready.size() == currentParallelism()) {
      LOG.info("{}: all {} subtasks have reported what they have restored.", source, ready.size());
    }
    assignWaiting();
  }

  private void logRestored(int reader, Collection<SplitT> restored) {
    if (restored.isEmpty()) {
      LOG.debug("{}: subtask {} has started and has restored nothing.", source, reader);
      return;
    }
    Map<String, Integer> ofOthers = new TreeMap<>();
    for (SplitT split : restored) {
      int owner = ownerOf(split);
      if (owner != reader) {
        ofOthers.put(split.splitId(), owner);
      }
    }
    LOG.info(
        "{}: subtask {} has restored {} partitions; {} of them are assigned to other subtasks,"
            + " which have the state of their keys.",
        source,
        reader,
        restored.size(),
        ofOthers.size());
    LOG.debug(
        "{}: restored by subtask {}, but assigned to other subtasks: {}; assigned to others before:"
            + " {}.",
        source,
        reader,
        ofOthers,
        moved);
  }

  /**
   * A reader has failed and will start again.
   *
   * @param sinceCheckpoint splits that were assigned to it and are not in its state
   */
  void readerFailed(int reader, Collection<SplitT> sinceCheckpoint) {
    LOG.info(
        "{}: subtask {} has failed; {} partitions, assigned to it since the last checkpoint, wait"
            + " until it has started again.",
        source,
        reader,
        sinceCheckpoint.size());
    ready.remove(reader);
    told.remove(reader);
    for (SplitT split : sinceCheckpoint) {
      waiting.put(split.splitId(), split);
    }
  }

  /** The readers that have not reported yet what they have restored. */
  Set<Integer> notReady() {
    Set<Integer> others = new HashSet<>();
    for (int reader = 0; reader < currentParallelism(); reader++) {
      others.add(reader);
    }
    others.removeAll(ready);
    return others;
  }

  @Override
  public void assignSplits(SplitsAssignment<SplitT> assignment) {
    for (List<SplitT> splits : assignment.assignment().values()) {
      for (SplitT split : splits) {
        waiting.put(split.splitId(), split);
      }
    }
    assignWaiting();
  }

  private void assignWaiting() {
    Map<Integer, List<SplitT>> assignment = new LinkedHashMap<>();
    for (SplitT split : waiting.values()) {
      assignment.computeIfAbsent(ownerOf(split), any -> new ArrayList<>()).add(split);
    }
    if (!assignment.isEmpty() && areAllReady()) {
      waiting.clear();
      logAssigned(assignment);
      context.assignSplits(new SplitsAssignment<>(assignment));
    }
    signalNoMore();
  }

  private void logAssigned(Map<Integer, List<SplitT>> assignment) {
    if (LOG.isDebugEnabled()) {
      assignment.forEach(
          (reader, splits) ->
              LOG.debug(
                  "{}: subtask {} is assigned {}.",
                  source,
                  reader,
                  splits.stream().map(SourceSplit::splitId).collect(Collectors.toList())));
    }
  }

  private boolean areAllReady() {
    for (int reader = 0; reader < currentParallelism(); reader++) {
      if (!isReady(reader)) {
        return false;
      }
    }
    return true;
  }

  private boolean isReady(int reader) {
    return ready.contains(reader) && context.registeredReaders().containsKey(reader);
  }

  private int ownerOf(SplitT split) {
    TopicPartition partition = TopicPartition.ofSplit(split.splitId());
    if (partition.partition() >= partitions) {
      throw new FlinkRuntimeException(
          PartitionsChanged.text(partition.topic(), partition.partition() + 1, partitions));
    }
    return PartitionGroups.ownerOf(
        partition.partition(), partitions, maxParallelism, currentParallelism());
  }

  @Override
  public void signalNoMoreSplits(int reader) {
    withoutMore.add(reader);
    signalNoMore();
  }

  /**
   * Signals the end only when there are no more splits for any reader: splits that Flink assigned
   * to one reader may be assigned to another.
   */
  private void signalNoMore() {
    if (withoutMore.size() < currentParallelism() || !waiting.isEmpty()) {
      return;
    }
    for (int reader : withoutMore) {
      if (isReady(reader) && told.add(reader)) {
        LOG.debug("{}: subtask {} gets no more partitions.", source, reader);
        context.signalNoMoreSplits(reader);
      }
    }
  }

  // ----------------------------------------------------------------------------- delegated

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    return context.metricGroup();
  }

  @Override
  public void sendEventToSourceReader(int subtask, SourceEvent event) {
    context.sendEventToSourceReader(subtask, event);
  }

  @Override
  public int currentParallelism() {
    return context.currentParallelism();
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return context.registeredReaders();
  }

  @Override
  public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
    context.callAsync(callable, handler);
  }

  @Override
  public <T> void callAsync(
      Callable<T> callable, BiConsumer<T, Throwable> handler, long delayMillis, long everyMillis) {
    context.callAsync(callable, handler, delayMillis, everyMillis);
  }

  @Override
  public void runInCoordinatorThread(Runnable runnable) {
    context.runInCoordinatorThread(runnable);
  }
}
