/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.harness.KeyedHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;

/** The subtasks of an operator, with keys that move from one to another. */
final class MovingSubtasks implements AutoCloseable {

  private final MovableKeys keys;
  private final List<MoverHarness> subtasks = new ArrayList<>();
  private final Set<BinaryRowData> seen = new LinkedHashSet<>();
  private long processingTime;

  private MovingSubtasks(MovableKeys keys) {
    this.keys = keys;
  }

  static MovingSubtasks open(
      KeyedOperator operator, Supplier<StateBackend> backend, int parallelism) throws Exception {
    return open(operator, MovableKeys.create(), backend, parallelism, null, 0, 0);
  }

  private static MovingSubtasks open(
      KeyedOperator operator,
      MovableKeys keys,
      Supplier<StateBackend> backend,
      int parallelism,
      @Nullable OperatorSubtaskState state,
      int formerParallelism,
      long processingTime)
      throws Exception {
    MovingSubtasks all = new MovingSubtasks(keys);
    all.processingTime = processingTime;
    for (int i = 0; i < parallelism; i++) {
      OperatorSubtaskState share =
          state == null ? null : KeyedHarness.shareOf(state, formerParallelism, parallelism, i);
      all.subtasks.add(
          MoverHarness.open(
              operator, keys.ofOperator(), backend.get(), parallelism, i, share, processingTime));
    }
    return all;
  }

  /**
   * The job fails and is restored from a checkpoint, or is stopped with a savepoint and restored;
   * no time passes.
   */
  MovingSubtasks restart(
      KeyedOperator operator, Supplier<StateBackend> backend, int parallelism, boolean isSavepoint)
      throws Exception {
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (MoverHarness subtask : subtasks) {
      states.add(isSavepoint ? subtask.savepoint() : subtask.snapshot());
    }
    OperatorSubtaskState state =
        AbstractStreamOperatorTestHarness.repackageState(
            states.toArray(OperatorSubtaskState[]::new));
    close();
    MovingSubtasks restarted =
        open(operator, keys, backend, parallelism, state, subtasks.size(), processingTime);
    restarted.seen.addAll(seen);
    return restarted;
  }

  MoverHarness get(int subtask) {
    return subtasks.get(subtask);
  }

  // ----------------------------------------------------------------------------------- input

  private MoverHarness subtaskOf(RowData row) {
    BinaryRowData key = ((BinaryRowData) KeyedHarness.keyOf(row)).copy();
    seen.add(key);
    return subtasks.get(MovableKeys.subtaskOf(keys.groupOf(key), subtasks.size()));
  }

  void read(RowData row) throws Exception {
    subtaskOf(row).process(row);
  }

  /** Processes a row with a record timestamp. */
  void read(RowData row, long time) throws Exception {
    subtaskOf(row).process(new StreamRecord<>(row, time));
  }

  void read1(RowData row) throws Exception {
    subtaskOf(row).process1(row);
  }

  void read2(RowData row) throws Exception {
    subtaskOf(row).process2(row);
  }

  void watermark(long watermark) throws Exception {
    for (MoverHarness subtask : subtasks) {
      subtask.watermark(watermark);
    }
  }

  void watermarks(long watermark) throws Exception {
    for (MoverHarness subtask : subtasks) {
      subtask.watermark1(watermark);
      subtask.watermark2(watermark);
    }
  }

  void processingTime(long time) throws Exception {
    processingTime = time;
    for (MoverHarness subtask : subtasks) {
      subtask.processingTime(time);
    }
  }

  void ttlTime(long time) {
    for (MoverHarness subtask : subtasks) {
      subtask.ttlTime(time);
    }
  }

  // ----------------------------------------------------------------------------------- moves

  List<BinaryRowData> keys() {
    return new ArrayList<>(seen);
  }

  /** The keys that are on a subtask now. */
  List<BinaryRowData> keysAt(int subtask) {
    List<BinaryRowData> at = keys();
    at.removeIf(key -> MovableKeys.subtaskOf(keys.groupOf(key), subtasks.size()) != subtask);
    return at;
  }

  /** Flushes what operators buffer for all keys to keyed state. */
  void flush() throws Exception {
    for (MoverHarness subtask : subtasks) {
      subtask.flush();
    }
  }

  /** Moves about half of the keys to random key groups. Returns how many bytes were moved. */
  long moveSome(Random random) throws Exception {
    List<BinaryRowData> moved = keys();
    moved.removeIf(key -> random.nextBoolean());
    return move(
        moved, moved.stream().map(key -> random.nextInt(MovableKeys.MAX_PARALLELISM)).toList());
  }

  /** Moves keys to a subtask. */
  long moveTo(int subtask, Collection<BinaryRowData> moved) throws Exception {
    int group = subtask * MovableKeys.MAX_PARALLELISM / subtasks.size();
    return move(List.copyOf(moved), moved.stream().map(key -> group).toList());
  }

  private long move(List<BinaryRowData> moved, List<Integer> groups) throws Exception {
    List<Taken> taken = new ArrayList<>();
    flush();
    for (int i = 0; i < subtasks.size(); i++) {
      takeOut(i, moved, groups, taken);
    }
    long bytes = 0;
    for (Taken key : taken) {
      keys.move(key.key, key.group);
      MoverHarness target = subtasks.get(MovableKeys.subtaskOf(key.group, subtasks.size()));
      target
          .mover()
          .receive(new DataInputDeserializer(key.layout))
          .putIn(keys.placed(key.key), key.bytes);
      bytes += key.bytes.length;
    }
    return bytes;
  }

  private void takeOut(
      int subtask, List<BinaryRowData> moved, List<Integer> groups, List<Taken> taken)
      throws Exception {
    List<BinaryRowData> here = keysAt(subtask);
    List<Integer> leaving = new ArrayList<>();
    for (int i = 0; i < moved.size(); i++) {
      if (here.contains(moved.get(i))) {
        leaving.add(i);
      }
    }
    leaving.sort(Comparator.comparing(i -> keys.groupOf(moved.get(i))));
    KeyedStateMover<RowData> mover = subtasks.get(subtask).mover();
    DataOutputSerializer layout = new DataOutputSerializer(64);
    mover.describe(layout);
    mover.takeOut(
        leaving.stream().map(i -> (RowData) keys.placed(moved.get(i))).toList(),
        (index, bytes) -> {
          int key = leaving.get(index);
          taken.add(new Taken(moved.get(key), groups.get(key), layout.getCopyOfBuffer(), bytes));
        });
  }

  /** The state of a key that is being moved. */
  private static final class Taken {

    private final BinaryRowData key;
    private final int group;
    private final byte[] layout;
    private final byte[] bytes;

    private Taken(BinaryRowData key, int group, byte[] layout, byte[] bytes) {
      this.key = key;
      this.group = group;
      this.layout = layout;
      this.bytes = bytes;
    }
  }

  // ---------------------------------------------------------------------------------- output

  /** The rows that were emitted since the last call, by subtask. */
  List<String> rows() {
    return subtasks.stream().flatMap(subtask -> subtask.rows().stream()).toList();
  }

  /** The sum of a gauge. */
  long gauge(String name) {
    return subtasks.stream().mapToLong(subtask -> subtask.gauge(name)).sum();
  }

  int eventTimeTimers() {
    return subtasks.stream().mapToInt(MoverHarness::eventTimeTimers).sum();
  }

  int processingTimeTimers() {
    return subtasks.stream().mapToInt(MoverHarness::processingTimeTimers).sum();
  }

  @Override
  public void close() throws Exception {
    for (MoverHarness subtask : subtasks) {
      subtask.close();
    }
  }
}
