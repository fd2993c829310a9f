/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.key.KeyBytes;

/** Remembers which subtasks keys were moved away from lately. Times are in ms. */
final class RecentMoves {

  private final long graceTime;
  private final Map<BinaryRowData, List<Departure>> departures = new HashMap<>();

  RecentMoves(Duration graceTime) {
    this.graceTime = graceTime.toMillis();
  }

  private static final class Departure {

    final int subtask;
    final long time;

    Departure(int subtask, long time) {
      this.subtask = subtask;
      this.time = time;
    }
  }

  void add(KeyMove move, long now) {
    departures
        .computeIfAbsent(move.key(), none -> new ArrayList<>())
        .add(new Departure(move.fromSubtask(), now));
  }

  /** Whether a key has left a subtask so recently that it must not return to it. */
  boolean hasLeft(BinaryRowData key, int subtask) {
    List<Departure> left = departures.get(key);
    return left != null && left.stream().anyMatch(departure -> departure.subtask == subtask);
  }

  void forgetOld(long now) {
    departures.values().forEach(left -> left.removeIf(old -> now - old.time >= graceTime));
    departures.values().removeIf(List::isEmpty);
  }

  // ---------------------------------------------------------------------------------- snapshots

  void write(DataOutputView out) throws IOException {
    out.writeInt(departures.values().stream().mapToInt(List::size).sum());
    for (Map.Entry<BinaryRowData, List<Departure>> left : departures.entrySet()) {
      for (Departure departure : left.getValue()) {
        KeyBytes.write(left.getKey(), out);
        out.writeInt(departure.subtask);
        out.writeLong(departure.time);
      }
    }
  }

  /** Reads a snapshot. Times in the future, from another machine's clock, are taken as now. */
  void read(DataInputView in, long now) throws IOException {
    departures.clear();
    for (int size = in.readInt(); size > 0; size--) {
      BinaryRowData key = KeyBytes.read(in);
      departures
          .computeIfAbsent(key, none -> new ArrayList<>())
          .add(new Departure(in.readInt(), Math.min(in.readLong(), now)));
    }
  }

  /** Drops all moves, for when the parallelism has changed. */
  void clear() {
    departures.clear();
  }
}
