/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;

/**
 * An enumerator like that of Flink's Kafka source: it assigns each partition once, to a reader of
 * its choice, as soon as that one is registered. Its state is the set of assigned partitions.
 */
final class TestEnumerator implements SplitEnumerator<TestSplit, Set<String>> {

  private final SplitEnumeratorContext<TestSplit> context;
  private final int partitions;
  private final Set<String> assigned;
  private final Map<Integer, List<TestSplit>> pending = new TreeMap<>();

  /**
   * @param restored the assigned partitions
   */
  TestEnumerator(SplitEnumeratorContext<TestSplit> context, int partitions, Set<String> restored) {
    this.context = context;
    this.partitions = partitions;
    this.assigned = new HashSet<>(restored);
  }

  /** Finds all partitions of the topic t. */
  void discover() {
    for (int partition = 0; partition < partitions; partition++) {
      String id = "t-" + partition;
      if (!assigned.contains(id)) {
        // not the reader of its key group, as far as possible
        int reader = (7 * partition + 3) % context.currentParallelism();
        pending.computeIfAbsent(reader, any -> new ArrayList<>()).add(new TestSplit(id, 0));
      }
    }
    new ArrayList<>(context.registeredReaders().keySet()).forEach(this::addReader);
  }

  @Override
  public void addReader(int reader) {
    List<TestSplit> splits = pending.remove(reader);
    if (splits != null) {
      splits.forEach(split -> assigned.add(split.splitId()));
      context.assignSplits(new SplitsAssignment<>(Map.of(reader, splits)));
    }
  }

  @Override
  public Set<String> snapshotState(long checkpoint) {
    return new HashSet<>(assigned);
  }

  @Override
  public void start() {}

  @Override
  public void handleSplitRequest(int reader, @Nullable String host) {
    throw new AssertionError("No reader requests splits.");
  }

  @Override
  public void addSplitsBack(List<TestSplit> splits, int reader) {
    throw new AssertionError("Splits go back to the assignment.");
  }

  @Override
  public void close() {}
}
