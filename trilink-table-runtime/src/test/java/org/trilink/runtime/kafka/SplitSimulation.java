/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.trilink.runtime.simulation.Counts;
import org.trilink.runtime.simulation.RuleBroken;
import org.trilink.runtime.simulation.Simulation;
import org.trilink.runtime.simulation.Step;

/**
 * Simulates what Flink does with the readers of a partitioned topic, and the messages between them
 * and the real enumerator. The model is the state of the keys: each partition is read by the
 * subtask of its key group only, from the offset that its state has, and a subtask has all of its
 * partitions before it reads any.
 */
final class SplitSimulation implements Simulation<SplitStep> {

  private static final int MAX_PARALLELISM = 720;
  private static final int MOST_READERS = 6;
  private static final String SOURCE = "Kafka source of topic 't'";

  private final SplitFault fault;
  private final Counts counts;
  private final int partitions;
  private final TestSplitSerializer serializer = new TestSplitSerializer();

  private int parallelism;
  private TestEnumeratorContext context;
  private TestEnumerator discovery;
  private AheadKeyByEnumerator<TestSplit, Set<String>> enumerator;
  private boolean discovered;

  /** By index; null while it does not run. */
  private Reader[] readers;

  /** Readers that have failed and were not reset. */
  private final List<Integer> failed = new ArrayList<>();

  /** By reader: its state in the last restore, if the job was dealt out anew then. */
  private List<List<TestSplit>> dealt;

  /** By id: how many records of a partition the state of its keys has. */
  private final Map<String, Integer> counted = new TreeMap<>();

  @Nullable private Checkpoint pending;
  @Nullable private Checkpoint completed;
  private long nextCheckpoint = 1;

  /** By reader: what was assigned to it after the coordinator's part of which checkpoint. */
  private final Map<Integer, List<Assigned>> assigned = new HashMap<>();

  private boolean calm;

  SplitSimulation(Random random, SplitFault fault, Counts counts) {
    this.fault = fault;
    this.counts = counts;
    partitions = 1 + random.nextInt(9);
    parallelism = 1 + random.nextInt(MOST_READERS);
    startJob(0);
  }

  // --------------------------------------------------------------------------------------- steps

  @Override
  public Step<SplitStep> draw(Random random) {
    int reader = random.nextInt(parallelism);
    int kind = calm ? 10 + random.nextInt(90) : random.nextInt(100);
    if (kind == 0) {
      return random.nextBoolean()
          ? Step.of(SplitStep.CHECKPOINT_IS_ABORTED)
          : Step.of(
              SplitStep.JOB_IS_RESTARTED, 1 + random.nextInt(MOST_READERS), random.nextInt(1_000));
    } else if (kind < 3) {
      return Step.of(SplitStep.READER_FAILS, reader);
    } else if (kind < 10) {
      return Step.of(SplitStep.CHECKPOINT_IS_TRIGGERED);
    } else if (kind < 20) {
      return Step.of(SplitStep.READER_IS_RESET, reader);
    } else if (kind < 35) {
      return Step.of(SplitStep.READER_STARTS, reader);
    } else if (kind < 55) {
      return Step.of(SplitStep.READER_GETS_MESSAGE, reader);
    } else if (kind < 75) {
      return Step.of(SplitStep.ENUMERATOR_GETS_MESSAGE, reader);
    } else if (kind < 80) {
      return Step.of(SplitStep.PARTITIONS_ARE_DISCOVERED);
    } else {
      return Step.of(SplitStep.READER_READS, reader, 1 + random.nextInt(3));
    }
  }

  @Override
  public boolean take(Step<SplitStep> step) throws Exception {
    int number = step.arguments().isEmpty() ? 0 : step.argument(0);
    if (step.kind() == SplitStep.JOB_IS_RESTARTED) {
      return restartJob(number, step.argument(1));
    } else if (number >= parallelism) {
      return false; // steps were left out
    }
    Reader reader = readers[number];
    return switch (step.kind()) {
      case PARTITIONS_ARE_DISCOVERED -> discover();
      case READER_STARTS -> reader == null && !failed.contains(number) && start(number);
      case READER_READS -> reader != null && reader.read(step.argument(1));
      case READER_GETS_MESSAGE -> reader != null && onMessage(reader);
      case ENUMERATOR_GETS_MESSAGE -> reader != null && tell(reader);
      case CHECKPOINT_IS_TRIGGERED -> triggerCheckpoint();
      case CHECKPOINT_IS_ABORTED -> abort();
      case READER_FAILS -> reader != null && fail(reader);
      case READER_IS_RESET -> failed.contains(number) && reset(number);
      case JOB_IS_RESTARTED -> throw new IllegalArgumentException(step.toString());
    };
  }

  @Override
  public void calm() {
    calm = true;
    abort();
  }

  @Override
  public boolean isDone() {
    if (!calm || !discovered) {
      return false;
    }
    for (Reader reader : readers) {
      if (reader == null || !reader.inbox.isEmpty() || !reader.outbox.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void check() {
    Set<String> read = new TreeSet<>();
    for (Reader reader : readers) {
      read.addAll(reader.offsets.keySet());
    }
    RuleBroken.check(
        read.size() == partitions, "only %s of %d partitions are read", read, partitions);
  }

  // ------------------------------------------------------------------------------ the enumerator

  private void startJob(int deal) {
    context = new TestEnumeratorContext(parallelism);
    PartitionAssignment<TestSplit> assignment =
        new PartitionAssignment<>(context, SOURCE, partitions, MAX_PARALLELISM);
    discovery =
        new TestEnumerator(
            assignment, partitions, completed == null ? Set.of() : completed.enumerator);
    enumerator =
        new AheadKeyByEnumerator<>(discovery, assignment, serializer, Map::of, partitions, SOURCE);
    discovered = false;
    readers = new Reader[parallelism];
    failed.clear();
    assigned.clear();
    pending = null;
    counted.clear();
    if (completed != null) {
      counted.putAll(completed.counted);
    }
    dealt = deal(new Random(deal));
  }

  /** Flink may redistribute the readers' state in any way. */
  private List<List<TestSplit>> deal(Random random) {
    List<List<TestSplit>> all = new ArrayList<>();
    for (int reader = 0; reader < parallelism; reader++) {
      all.add(new ArrayList<>());
    }
    if (completed != null) {
      for (List<TestSplit> ofReader : completed.splits.values()) {
        ofReader.forEach(split -> all.get(random.nextInt(parallelism)).add(split));
      }
    }
    return all;
  }

  private boolean discover() {
    if (discovered) {
      return false;
    }
    discovered = true;
    discovery.discover();
    sendAssigned();
    return true;
  }

  private boolean tell(Reader reader) {
    Runnable message = reader.outbox.poll();
    if (message != null) {
      message.run();
      sendAssigned();
    }
    return message != null;
  }

  /** Splits are sent to their readers, and Flink keeps in mind that they are not in any state. */
  private void sendAssigned() {
    for (int index = 0; index < parallelism; index++) {
      List<TestSplit> splits = context.takeAssigned(index);
      if (splits.isEmpty()) {
        continue;
      }
      Reader reader = readers[index];
      RuleBroken.check(reader != null, "%s are assigned to a reader that is down", splits);
      List<Assigned> ofReader = assigned.computeIfAbsent(index, any -> new ArrayList<>());
      splits.forEach(split -> ofReader.add(new Assigned(nextCheckpoint - 1, split)));
      if (fault == SplitFault.SPLITS_ARE_SENT_ONE_BY_ONE) {
        splits.forEach(split -> reader.inbox.add(() -> reader.add(split)));
      } else {
        reader.inbox.add(() -> splits.forEach(reader::add));
      }
    }
  }

  // ---------------------------------------------------------------------------------- its readers

  private boolean start(int index) {
    Reader reader = new Reader(index);
    readers[index] = reader;
    List<TestSplit> restored = restoredBy(index);
    reader.outbox.add(
        () -> {
          context.register(index);
          enumerator.addReader(index);
        });
    reader.outbox.add(() -> enumerator.handleSourceEvent(index, reportOf(restored)));
    if (fault == SplitFault.READERS_KEEP_RESTORED_SPLITS) {
      restored.forEach(reader::add);
    }
    if (!restored.isEmpty()) {
      count("splits restored");
    }
    return true;
  }

  private RestoredSplits reportOf(List<TestSplit> restored) {
    try {
      return RestoredSplits.of(restored, serializer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<TestSplit> restoredBy(int index) {
    // a checkpoint since the last start of the whole job has the readers' own state
    return dealt != null
        ? dealt.get(index)
        : completed.splits.getOrDefault(index, Collections.emptyList());
  }

  private boolean onMessage(Reader reader) {
    Runnable message = reader.inbox.poll();
    if (message != null) {
      message.run();
    }
    return message != null;
  }

  private int ownerOf(String id) {
    return PartitionGroups.ownerOf(
        TopicPartition.ofSplit(id).partition(), partitions, MAX_PARALLELISM, parallelism);
  }

  // -------------------------------------------------------------------------------- checkpoints

  private boolean triggerCheckpoint() throws Exception {
    if (calm || pending != null || !allRun()) {
      return false;
    }
    long id = nextCheckpoint;
    Set<String> ofEnumerator;
    try {
      ofEnumerator = enumerator.snapshotState(id);
    } catch (IllegalStateException e) {
      count("checkpoints skipped");
      if (fault != SplitFault.CHECKPOINTS_ARE_NOT_SKIPPED) {
        return true;
      }
      ofEnumerator = discovery.snapshotState(id);
    }
    nextCheckpoint++;
    Checkpoint checkpoint = new Checkpoint(id, ofEnumerator);
    pending = checkpoint;
    for (Reader reader : readers) {
      // what is assigned from now on arrives after the barrier
      reader.inbox.add(() -> take(reader, checkpoint));
    }
    return true;
  }

  private boolean allRun() {
    for (Reader reader : readers) {
      if (reader == null) {
        return false;
      }
    }
    return true;
  }

  private void take(Reader reader, Checkpoint checkpoint) {
    List<TestSplit> splits = new ArrayList<>();
    reader.offsets.forEach((id, offset) -> splits.add(new TestSplit(id, offset)));
    checkpoint.splits.put(reader.index, splits);
    counted.forEach(
        (id, count) -> {
          if (ownerOf(id) == reader.index) {
            checkpoint.counted.put(id, count);
          }
        });
    if (checkpoint == pending && checkpoint.splits.size() == parallelism) {
      pending = null;
      completed = checkpoint;
      dealt = null;
      assigned
          .values()
          .forEach(ofReader -> ofReader.removeIf(split -> split.after < checkpoint.id));
      count("checkpoints");
    }
  }

  private boolean abort() {
    boolean any = pending != null;
    pending = null;
    return any;
  }

  // ----------------------------------------------------------------------------------- failures

  private boolean fail(Reader reader) {
    if (calm) {
      return false;
    }
    if (pending != null && !pending.splits.containsKey(reader.index)) {
      abort();
    }
    readers[reader.index] = null;
    failed.add(reader.index);
    context.unregister(reader.index);
    count("readers failed");
    return true;
  }

  private boolean reset(int index) {
    failed.remove((Integer) index);
    abort();
    // the state of its keys is also restored from the checkpoint
    for (int partition = 0; partition < partitions; partition++) {
      String id = "t-" + partition;
      if (ownerOf(id) == index) {
        counted.put(id, completed == null ? 0 : completed.counted.getOrDefault(id, 0));
      }
    }
    List<TestSplit> back = new ArrayList<>();
    assigned.getOrDefault(index, new ArrayList<>()).forEach(split -> back.add(split.split));
    assigned.remove(index);
    enumerator.addSplitsBack(
        fault == SplitFault.ASSIGNED_SPLITS_ARE_FORGOTTEN ? new ArrayList<>() : back, index);
    sendAssigned();
    return true;
  }

  private boolean restartJob(int newParallelism, int deal) {
    if (calm) {
      return false;
    }
    parallelism = newParallelism;
    startJob(deal);
    count("jobs restarted");
    return true;
  }

  private void count(String what) {
    counts.count(what);
  }

  @Override
  public String toString() {
    return "%d partitions, %d readers".formatted(partitions, parallelism);
  }

  /** A split that is not in the state of a reader as of a checkpoint. */
  private record Assigned(long after, TestSplit split) {}

  /** A checkpoint, as far as it is complete. */
  private static final class Checkpoint {

    final long id;
    final Set<String> enumerator;

    /** By reader. */
    final Map<Integer, List<TestSplit>> splits = new TreeMap<>();

    final Map<String, Integer> counted = new TreeMap<>();

    Checkpoint(long id, Set<String> enumerator) {
      this.id = id;
      this.enumerator = enumerator;
    }
  }

  /** An attempt of a reader, with the keys' state of its partitions. */
  private final class Reader {

    final int index;

    /** By id. */
    final Map<String, Integer> offsets = new TreeMap<>();

    /** Messages and barriers to it, and its messages to the enumerator. */
    final Deque<Runnable> inbox = new ArrayDeque<>();

    final Deque<Runnable> outbox = new ArrayDeque<>();

    boolean hasRead;

    Reader(int index) {
      this.index = index;
    }

    void add(TestSplit split) {
      RuleBroken.check(
          ownerOf(split.splitId()) == index, "%s is assigned to reader %d", split, index);
      // its watermark would not have waited for the split
      RuleBroken.check(!hasRead, "reader %d has read others before %s", index, split);
      RuleBroken.check(
          split.offset() == counted.getOrDefault(split.splitId(), 0),
          "%s is read, but the state of its keys has %d records",
          split,
          counted.getOrDefault(split.splitId(), 0));
      for (Reader reader : readers) {
        RuleBroken.check(
            reader == null || !reader.offsets.containsKey(split.splitId()),
            "%s is read already",
            split);
      }
      offsets.put(split.splitId(), split.offset());
    }

    boolean read(int records) {
      offsets.replaceAll(
          (id, offset) -> {
            counted.merge(id, records, Integer::sum);
            return offset + records;
          });
      hasRead |= !offsets.isEmpty();
      return !offsets.isEmpty();
    }
  }
}
