/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.testing.LoggedLines;

/** Which reader reads which partition, and from which offset, despite failures of readers. */
class PartitionAssignmentTest {

  private static final int MAX_PARALLELISM = 720;
  private static final String SOURCE = "Kafka source of topic 't'";

  @Test
  void aPartitionWaitsForItsReader() {
    TestEnumeratorContext context = new TestEnumeratorContext(2);
    PartitionAssignment<TestSplit> assignment =
        new PartitionAssignment<>(context, SOURCE, 2, MAX_PARALLELISM);
    context.register(0);
    assignment.readerStarted(0, Collections.emptyList());

    assignment.assignSplits(
        new SplitsAssignment<>(
            Collections.singletonMap(0, splits("t-0", 5, "t-1", 7)))); // both meant for reader 0
    assertThat(context.assigned(0)).containsExactly(new TestSplit("t-0", 5));
    assertThat(context.assigned(1)).isEmpty();

    context.register(1);
    assertThat(context.assigned(1)).isEmpty();
    assignment.readerStarted(1, Collections.emptyList());
    assertThat(context.assigned(1)).containsExactly(new TestSplit("t-1", 7));
  }

  @Test
  void aPartitionThatWasNotPlannedForIsAnError() {
    PartitionAssignment<TestSplit> assignment =
        new PartitionAssignment<>(new TestEnumeratorContext(1), SOURCE, 2, MAX_PARALLELISM);

    assertThatThrownBy(
            () ->
                assignment.assignSplits(
                    new SplitsAssignment<>(Collections.singletonMap(0, splits("t-2", 0)))))
        .hasMessageStartingWith(
            "Topic 't' has 3 partitions, but 'exchange'='ahead-keyby' was planned for 2.");
  }

  @Test
  void noMoreComesOnlyWhenNobodyGetsMore() {
    TestEnumeratorContext context = new TestEnumeratorContext(2);
    PartitionAssignment<TestSplit> assignment =
        new PartitionAssignment<>(context, SOURCE, 2, MAX_PARALLELISM);
    context.register(0);
    assignment.readerStarted(0, Collections.emptyList());
    assignment.signalNoMoreSplits(0);
    assertThat(context.withoutMore()).isEmpty();

    context.register(1);
    assignment.readerStarted(1, Collections.emptyList());
    assignment.signalNoMoreSplits(1);
    assertThat(context.withoutMore()).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void whatRestoredPartitionsMoveIsLogged() {
    TestEnumeratorContext context = new TestEnumeratorContext(2);
    PartitionAssignment<TestSplit> assignment =
        new PartitionAssignment<>(context, SOURCE, 2, MAX_PARALLELISM);
    context.register(0);
    try (LoggedLines logged = LoggedLines.of(PartitionAssignment.class, Level.INFO)) {
      assignment.readerStarted(0, splits("t-0", 5, "t-1", 7));
      assignment.readerStarted(1, Collections.emptyList());

      assertThat(logged.texts())
          .containsExactly(
              "INFO Kafka source of topic 't': subtask 0 has restored 2 partitions; 1 of them"
                  + " are assigned to other subtasks, which have the state of their keys.",
              "INFO Kafka source of topic 't': all 2 subtasks have reported what they have"
                  + " restored.");
    }
  }

  private static List<TestSplit> splits(Object... idsAndOffsets) {
    List<TestSplit> splits = new ArrayList<>();
    for (int i = 0; i < idsAndOffsets.length; i += 2) {
      splits.add(new TestSplit((String) idsAndOffsets[i], (Integer) idsAndOffsets[i + 1]));
    }
    return splits;
  }

  /**
   * A job of random failures, checkpoints and rescaling, as Flink runs it: each partition is read
   * by one subtask, that of its key group, from the offset in the last checkpoint.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void nothingIsLostOrReadTwice(long seed) {
    for (int job = 0; job < 100; job++) {
      new SimulatedJob(new Random(seed * 1000 + job)).run();
    }
  }

  /** Simulates what Flink does with readers, and what it stores in checkpoints. */
  private static final class SimulatedJob {

    private final Random random;
    private final int partitions;
    private int parallelism;
    private TestEnumeratorContext context;
    private PartitionAssignment<TestSplit> assignment;

    /** By reader, by id: the offset. Null for a reader that is down. */
    private final List<Map<String, Integer>> reading = new ArrayList<>();

    /** The state of each reader, which is restored without the enumerator. */
    private List<List<TestSplit>> checkpoint = new ArrayList<>();

    /**
     * By id: the offset up to which the state of the partition's keys is; and the same in the
     * checkpoint.
     */
    private final Map<String, Integer> counted = new TreeMap<>();

    private Map<String, Integer> countedInCheckpoint = new TreeMap<>();

    /** What was assigned to each reader since the checkpoint. */
    private final Map<Integer, Map<String, TestSplit>> sinceCheckpoint = new HashMap<>();

    SimulatedJob(Random random) {
      this.random = random;
      this.partitions = 1 + random.nextInt(9);
    }

    void run() {
      startAt(1 + random.nextInt(6), true);
      for (int step = 0; step < 60; step++) {
        switch (random.nextInt(8)) {
          case 0 -> fail(random.nextInt(parallelism));
          case 1 -> takeCheckpoint();
          case 2 -> restartMaybe();
          case 3, 4 -> startReader(random.nextInt(parallelism));
          default -> read();
        }
      }
      for (int reader = 0; reader < parallelism; reader++) {
        startReader(reader);
      }
      assertAllAreRead();
    }

    private void restartMaybe() {
      if (random.nextInt(4) == 0) {
        startAt(1 + random.nextInt(6), false);
      }
    }

    /** Starts without state, or restores everything from the last checkpoint. */
    private void startAt(int subtasks, boolean fresh) {
      parallelism = subtasks;
      context = new TestEnumeratorContext(subtasks);
      assignment = new PartitionAssignment<>(context, SOURCE, partitions, MAX_PARALLELISM);
      reading.clear();
      sinceCheckpoint.clear();
      List<List<TestSplit>> restored = redistributed(subtasks);
      checkpoint = restored;
      for (int reader = 0; reader < subtasks; reader++) {
        reading.add(null);
      }
      counted.clear();
      counted.putAll(countedInCheckpoint);
      if (fresh || counted.isEmpty()) {
        List<TestSplit> all = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
          counted.put("t-" + partition, 0);
          all.add(new TestSplit("t-" + partition, 0));
        }
        countedInCheckpoint = new TreeMap<>();
        assign(() -> assignment.assignSplits(new SplitsAssignment<>(forAnybody(all))));
      }
    }

    private Map<Integer, List<TestSplit>> forAnybody(List<TestSplit> splits) {
      Map<Integer, List<TestSplit>> assigned = new HashMap<>();
      for (TestSplit split : splits) {
        assigned.computeIfAbsent(random.nextInt(parallelism), any -> new ArrayList<>()).add(split);
      }
      return assigned;
    }

    /** Flink may redistribute list state in any way. */
    private List<List<TestSplit>> redistributed(int subtasks) {
      List<List<TestSplit>> dealt = new ArrayList<>();
      for (int reader = 0; reader < subtasks; reader++) {
        dealt.add(new ArrayList<>());
      }
      for (List<TestSplit> ofReader : checkpoint) {
        for (TestSplit split : ofReader) {
          dealt.get(random.nextInt(subtasks)).add(split);
        }
      }
      return dealt;
    }

    private void startReader(int reader) {
      if (reading.get(reader) != null) {
        return;
      }
      reading.set(reader, new TreeMap<>());
      context.register(reader);
      assign(() -> assignment.readerStarted(reader, checkpoint.get(reader)));
    }

    private void fail(int reader) {
      if (reading.get(reader) == null) {
        return;
      }
      reading.set(reader, null);
      context.unregister(reader);
      Collection<TestSplit> back = sinceCheckpoint.getOrDefault(reader, new TreeMap<>()).values();
      // the state of its keys is also restored from the checkpoint
      for (int partition = 0; partition < partitions; partition++) {
        if (PartitionGroups.ownerOf(partition, partitions, MAX_PARALLELISM, parallelism)
            == reader) {
          String id = "t-" + partition;
          counted.put(id, countedInCheckpoint.getOrDefault(id, 0));
        }
      }
      assign(() -> assignment.readerFailed(reader, new ArrayList<>(back)));
      sinceCheckpoint.remove(reader);
    }

    private void assign(Runnable what) {
      what.run();
      for (int reader = 0; reader < parallelism; reader++) {
        for (TestSplit split : context.takeAssigned(reader)) {
          assertThat(reading.get(reader)).as("reader %s is down", reader).isNotNull();
          assertThat(
                  PartitionGroups.ownerOf(
                      TopicPartition.ofSplit(split.splitId()).partition(),
                      partitions,
                      MAX_PARALLELISM,
                      parallelism))
              .isEqualTo(reader);
          assertThat(reading.get(reader).put(split.splitId(), split.offset()))
              .as("%s is read already", split.splitId())
              .isNull();
          assertThat(split.offset()).isEqualTo(counted.get(split.splitId()));
          sinceCheckpoint
              .computeIfAbsent(reader, any -> new TreeMap<>())
              .put(split.splitId(), split);
        }
      }
    }

    private void read() {
      for (Map<String, Integer> ofReader : reading) {
        if (ofReader != null) {
          ofReader.replaceAll(
              (id, offset) -> {
                int next = offset + random.nextInt(3);
                counted.merge(id, next - offset, Integer::sum);
                return next;
              });
        }
      }
    }

    private void takeCheckpoint() {
      if (!assignment.notReady().isEmpty()) {
        return;
      }
      List<List<TestSplit>> taken = new ArrayList<>();
      for (Map<String, Integer> ofReader : reading) {
        List<TestSplit> splits = new ArrayList<>();
        ofReader.forEach((id, offset) -> splits.add(new TestSplit(id, offset)));
        taken.add(splits);
      }
      checkpoint = taken;
      countedInCheckpoint = new TreeMap<>(counted);
      sinceCheckpoint.clear();
    }

    private void assertAllAreRead() {
      Map<String, Integer> all = new TreeMap<>();
      reading.forEach(all::putAll);
      assertThat(all).isEqualTo(counted);
    }
  }
}
