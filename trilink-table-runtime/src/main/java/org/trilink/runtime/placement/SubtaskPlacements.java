/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.key.KeyBytes;

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

  /** Between how many subtasks keys are spread; empty if they are not. */
  private final ListState<Integer> spreadState;

  private final KeyGroupTable keyGroups = new KeyGroupTable();

  /** The answers that were restored, until the coordinator knows them. */
  private final List<Tuple2<byte[], Integer>> restored = new ArrayList<>();

  /**
   * The positions in the table from which the answers came after a checkpoint of the coordinator.
   */
  private final Deque<Mark> marks = new ArrayDeque<>();

  /**
   * Between how many subtasks keys are spread; 0 if they are not. A restored number stays until the
   * coordinator says it.
   */
  private int spreadOver;

  private SubtaskPlacements(
      ListState<Tuple2<byte[], Integer>> state, ListState<Integer> spreadState) {
    this.state = state;
    this.spreadState = spreadState;
  }

  /** A subtask's answers, restored if there is a state. */
  static SubtaskPlacements of(OperatorStateStore store) throws Exception {
    SubtaskPlacements placements =
        new SubtaskPlacements(
            store.getListState(new ListStateDescriptor<>("trilink-recent-placements", STATE_TYPE)),
            store.getListState(new ListStateDescriptor<>("trilink-spread-keys", Types.INT)));
    placements.state.get().forEach(placements.restored::add);
    placements.spreadState.get().forEach(placements::spread);
    return placements;
  }

  /** Between how many subtasks keys are spread, as far as the subtask knows; 0 if they are not. */
  int spreadOver() {
    return spreadOver;
  }

  /** Keys are spread from now on, which no checkpoint of the coordinator may know. */
  void spread(int nodes) {
    spreadOver = nodes;
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
   * The coordinator knows what was restored. A restored key of which a record waits already is
   * requested like any other.
   *
   * @param checkpoint the coordinator's last one before that
   */
  void restoredIsKnown(long checkpoint) {
    for (Tuple2<byte[], Integer> placement : restored) {
      BinaryRowData key = KeyBytes.key(placement.f0);
      int hash = key.hashCode();
      if (keyGroups.get(key, hash) == KeyGroupTable.ABSENT) {
        answered(keyGroups.end(), checkpoint);
        keyGroups.add(key, hash, placement.f1);
      }
    }
    restored.clear();
  }

  /**
   * An answer.
   *
   * @param position of the key in the table
   * @param checkpoint the coordinator's last one before that, never less than at the last call
   */
  void decide(long position, int keyGroup, long checkpoint) {
    answered(position, checkpoint);
    keyGroups.decide(position, keyGroup);
  }

  private void answered(long position, long checkpoint) {
    if (marks.isEmpty() || marks.getLast().checkpoint < checkpoint) {
      marks.add(new Mark(checkpoint, position));
    } else {
      marks.getLast().start = Math.min(marks.getLast().start, position);
    }
  }

  /**
   * Writes the answers that may be missing in the coordinator's part of this checkpoint. No key
   * waits for one.
   */
  void snapshot(long checkpoint) throws Exception {
    while (!marks.isEmpty() && marks.getFirst().checkpoint < checkpoint) {
      marks.remove();
    }
    List<Tuple2<byte[], Integer>> entries = new ArrayList<>(restored);
    keyGroups.forEach(
        marks.stream().mapToLong(mark -> mark.start).min().orElse(keyGroups.end()),
        (key, keyGroup) -> entries.add(Tuple2.of(key, keyGroup)));
    state.update(entries);
    spreadState.update(
        spreadOver == 0 ? Collections.emptyList() : Collections.singletonList(spreadOver));
  }

  private static final class Mark {

    /** The coordinator's checkpoint. */
    final long checkpoint;

    /** Position in the table of the first of the answers. */
    long start;

    Mark(long checkpoint, long start) {
      this.checkpoint = checkpoint;
      this.start = start;
    }
  }
}
