/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * The answers that a subtask has received. Those given after the coordinator's part of a checkpoint
 * was taken may be missing there, so they are stored in the subtask's part. They are few, so a
 * checkpoint stores the map of all keys only once.
 */
final class SubtaskPlacements {

  /** A key's bytes and its key group. */
  private static final TypeInformation<Tuple2<byte[], Integer>> STATE_TYPE =
      Types.TUPLE(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO, Types.INT);

  private final ListState<Tuple2<byte[], Integer>> state;
  private final KeyGroupTable keyGroups = new KeyGroupTable();

  /** What was restored, until the coordinator knows it. */
  private final List<Tuple2<byte[], Integer>> restored = new ArrayList<>();

  /**
   * The positions in the table from which the answers came after a checkpoint of the coordinator.
   */
  private final Deque<Mark> marks = new ArrayDeque<>();

  private SubtaskPlacements(ListState<Tuple2<byte[], Integer>> state) {
    this.state = state;
  }

  /** A subtask's answers, restored if there is a state. */
  static SubtaskPlacements of(OperatorStateStore store) throws Exception {
    SubtaskPlacements placements =
        new SubtaskPlacements(
            store.getListState(new ListStateDescriptor<>("trilink-recent-placements", STATE_TYPE)));
    placements.state.get().forEach(placements.restored::add);
    return placements;
  }

  /** All answers. */
  KeyGroupTable keyGroups() {
    return keyGroups;
  }

  /** Restored keys and their key groups that must still be sent to the coordinator. */
  List<Tuple2<byte[], Integer>> restored() {
    return restored;
  }

  /**
   * The coordinator knows what was restored.
   *
   * @param checkpoint the coordinator's last one before that
   * @param waits whether records of a key wait already. Such a key is requested like a new one, and
   *     gets the same key group: otherwise its next record would overtake them.
   */
  void restoredIsKnown(long checkpoint, Predicate<BinaryRowData> waits) {
    for (Tuple2<byte[], Integer> placement : restored) {
      BinaryRowData key = KeyBatch.rowOf(placement.f0);
      int hash = key.hashCode();
      if (keyGroups.get(key, hash) == KeyGroupTable.ABSENT && !waits.test(key)) {
        add(key, hash, placement.f1, checkpoint);
      }
    }
    restored.clear();
  }

  /**
   * An answer.
   *
   * @param checkpoint the coordinator's last one before that, never less than at the last call
   */
  void add(BinaryRowData key, int hash, int keyGroup, long checkpoint) {
    if (marks.isEmpty() || marks.getLast().checkpoint < checkpoint) {
      marks.add(new Mark(checkpoint, keyGroups.end()));
    }
    keyGroups.add(key, hash, keyGroup);
  }

  /** Writes the answers that may be missing in the coordinator's part of this checkpoint. */
  void snapshot(long checkpoint) throws Exception {
    while (!marks.isEmpty() && marks.getFirst().checkpoint < checkpoint) {
      marks.remove();
    }
    List<Tuple2<byte[], Integer>> entries = new ArrayList<>(restored);
    if (!marks.isEmpty()) {
      keyGroups.forEach(
          marks.getFirst().start, (key, keyGroup) -> entries.add(Tuple2.of(key, keyGroup)));
    }
    state.update(entries);
  }

  private static final class Mark {

    /** The coordinator's checkpoint. */
    final long checkpoint;

    /** Position in the table. */
    final long start;

    Mark(long checkpoint, long start) {
      this.checkpoint = checkpoint;
      this.start = start;
    }
  }
}
