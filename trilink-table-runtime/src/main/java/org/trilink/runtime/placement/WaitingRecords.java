/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Records that wait for the key groups of their keys, in order per key, and the watermarks between
 * them. A watermark is emitted when all records before it have been emitted, and before all records
 * after it: these may be late by it. So what comes after a watermark that is held waits, too, of
 * whatever key it is.
 *
 * <p>Keys are requested, and released, in the order in which they came. So they are in a ring, and
 * a key's place in it is its number in the {@link KeyGroupTable}, where it is found: new keys are
 * looked up and stored once.
 */
final class WaitingRecords {

  /** The maximum number of keys that wait at the same time. */
  static final int MAX_KEYS = 1 << 13;

  private final KeyGroupTable keyGroups;

  /** By number; entries are created when they are needed first, and reused. */
  private final Key[] ring = new Key[MAX_KEYS];

  // How many keys have ever come, been requested, and been released.
  private long added;
  private long requested;
  private long released;

  /** Empty if nothing waits. */
  private final Deque<Segment> segments = new ArrayDeque<>();

  private int records;
  private boolean holding;

  /**
   * @param keyGroups of all keys; those that wait are in it, undecided
   */
  WaitingRecords(KeyGroupTable keyGroups) {
    this.keyGroups = keyGroups;
  }

  boolean isEmpty() {
    return records == 0;
  }

  /** Whether a watermark, or a change of its status, is held, which nothing must overtake. */
  boolean isHolding() {
    return holding;
  }

  /** Records that wait. */
  int records() {
    return records;
  }

  /** Distinct keys that records wait for. */
  int keys() {
    return (int) (added - released);
  }

  /**
   * Adds a key, of which a record is to be added next. There is room for it if fewer than {@link
   * #MAX_KEYS} records wait.
   *
   * @return its number, until it is released
   */
  int addKey(BinaryRowData key, int hash) {
    int number = number(added++);
    if (ring[number] == null) {
      ring[number] = new Key();
    }
    ring[number].begin(keyGroups.addUndecided(key, hash, number), hash);
    return number;
  }

  private static int number(long count) {
    return (int) count & (MAX_KEYS - 1);
  }

  /**
   * Makes a record wait for its key group, which is kept.
   *
   * @param number of its key
   */
  void add(int number, StreamRecord<RowData> record) {
    Segment segment = last();
    segment.undecided++;
    ring[number].add(new Waiting(record, segment));
    records++;
  }

  /** Makes a record wait, whose key group is decided, for what is held; it is kept. */
  void addDecided(StreamRecord<RowData> record) {
    last().decided.add(record);
    records++;
  }

  /** The one that records are added to. */
  private Segment last() {
    Segment segment = segments.peekLast();
    if (segment == null || !segment.end.isEmpty()) {
      segment = new Segment();
      segments.add(segment);
    }
    return segment;
  }

  /**
   * Makes a watermark, or a change of its status, wait for the waiting records, of which there must
   * be some.
   */
  void hold(StreamElement element) {
    segments.getLast().end.add(element);
    holding = true;
  }

  /** The keys to request next, in order of arrival; none if all have been requested. */
  KeyBatch nextToRequest(int maxKeys, int maxBytes) {
    KeyBatch next = new KeyBatch();
    while (requested < added && next.size() < maxKeys && next.sizeInBytes() < maxBytes) {
      Key key = ring[number(requested++)];
      keyGroups.copyTo(next, key.position, key.hash);
    }
    return next;
  }

  /** The key that is released next: the first one that came. */
  Key first() {
    return ring[number(released)];
  }

  /**
   * Releases the records of the first key, whose key group is decided now, in order. Those behind a
   * watermark that is held go on waiting for it.
   */
  void releaseFirst(Action<StreamRecord<RowData>> action) throws Exception {
    Waiting next = first().take();
    released++;
    Segment now = segments.peek();
    while (next != null) {
      next.segment.undecided--;
      if (next.segment == now) {
        records--;
        action.accept(next.record);
      } else {
        next.segment.decided.add(next.record);
      }
      next = next.next;
    }
  }

  /**
   * Emits what is held and has no record before it any more, and the records behind that, in order.
   *
   * @param record of a key whose key group is decided
   * @param held a watermark, or a change of its status
   */
  void releaseHeld(Action<StreamRecord<RowData>> record, Action<StreamElement> held)
      throws Exception {
    while (!segments.isEmpty() && segments.getFirst().undecided == 0) {
      for (StreamElement element : segments.remove().end) {
        held.accept(element);
      }
      if (!segments.isEmpty()) {
        release(segments.getFirst().decided, record);
      }
    }
    holding = !segments.isEmpty() && !segments.getFirst().end.isEmpty();
  }

  private void release(List<StreamRecord<RowData>> decided, Action<StreamRecord<RowData>> action)
      throws Exception {
    for (StreamRecord<RowData> record : decided) {
      records--;
      action.accept(record);
    }
    decided.clear();
  }

  /** A key whose key group is not decided, and the chain of its records. */
  static final class Key {

    private long position;
    private int hash;
    @Nullable private Waiting first;
    @Nullable private Waiting last;

    private void begin(long newPosition, int newHash) {
      position = newPosition;
      hash = newHash;
    }

    private void add(Waiting record) {
      if (last == null) {
        first = record;
      } else {
        last.next = record;
      }
      last = record;
    }

    @Nullable
    private Waiting take() {
      Waiting taken = first;
      first = null;
      last = null;
      return taken;
    }

    /** In the table of key groups. */
    long position() {
      return position;
    }
  }

  /** A record, before the next one of its key. */
  private static final class Waiting {

    private final StreamRecord<RowData> record;
    private final Segment segment;
    @Nullable private Waiting next;

    private Waiting(StreamRecord<RowData> record, Segment segment) {
      this.record = record;
      this.segment = segment;
    }
  }

  /**
   * Records that arrived between two watermarks. Of the first segment they are released as soon as
   * their key groups are decided.
   */
  private static final class Segment {

    /** The number of records that wait for their key groups. */
    private int undecided;

    /**
     * The records whose key groups are decided and that wait for the segments before, in the order
     * in which they may be emitted.
     */
    private final List<StreamRecord<RowData>> decided = new ArrayList<>();

    /** The elements after them: watermarks, and changes of their status. */
    private final List<StreamElement> end = new ArrayList<>(1);
  }

  /** An action for each element. */
  interface Action<T> {
    void accept(T element) throws Exception;
  }
}
