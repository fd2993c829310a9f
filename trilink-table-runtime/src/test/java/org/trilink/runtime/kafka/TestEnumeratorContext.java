/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;

/** Records the assignments and events for readers; single-threaded. */
final class TestEnumeratorContext implements SplitEnumeratorContext<TestSplit> {

  private final int parallelism;
  private final Map<Integer, ReaderInfo> readers = new HashMap<>();
  private final Map<Integer, List<TestSplit>> assigned = new HashMap<>();
  private final Set<Integer> withoutMore = new HashSet<>();

  TestEnumeratorContext(int parallelism) {
    this.parallelism = parallelism;
  }

  void register(int reader) {
    readers.put(reader, new ReaderInfo(reader, "here"));
  }

  void unregister(int reader) {
    readers.remove(reader);
  }

  List<TestSplit> assigned(int reader) {
    return assigned.getOrDefault(reader, new ArrayList<>());
  }

  /** The splits that were assigned to a reader since the last call. */
  List<TestSplit> takeAssigned(int reader) {
    List<TestSplit> taken = assigned(reader);
    assigned.remove(reader);
    return taken;
  }

  Set<Integer> withoutMore() {
    return withoutMore;
  }

  @Override
  public void assignSplits(SplitsAssignment<TestSplit> assignment) {
    assignment
        .assignment()
        .forEach(
            (reader, splits) -> {
              if (!readers.containsKey(reader)) {
                throw new IllegalArgumentException("reader " + reader + " is not registered");
              }
              assigned.computeIfAbsent(reader, any -> new ArrayList<>()).addAll(splits);
            });
  }

  @Override
  public void signalNoMoreSplits(int reader) {
    withoutMore.add(reader);
  }

  @Override
  public int currentParallelism() {
    return parallelism;
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return readers;
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void sendEventToSourceReader(int reader, SourceEvent event) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> void callAsync(
      Callable<T> callable, BiConsumer<T, Throwable> handler, long delay, long period) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void runInCoordinatorThread(Runnable runnable) {
    runnable.run();
  }
}
