/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Records that wait for the key groups of their keys, in order per key, and the watermarks that
 * must not overtake them. A watermark may be emitted when all records before it have been emitted;
 * records after it need not wait for it.
 */
final class WaitingRecords {

  private final Map<BinaryRowData, Key> keys = new HashMap<>();

  /** Keys that have not been requested yet. */
  private final Deque<Key> unasked = new ArrayDeque<>();

  /** Empty if nothing waits. */
  private final Deque<Segment> segments = new ArrayDeque<>();

  private int records;

  boolean isEmpty() {
    return records == 0;
  }

  /** Records that wait. */
  int records() {
    return records;
  }

  /** Distinct keys that records wait for. */
  int keys() {
    return keys.size();
  }

  /** Whether records of a key wait. */
  boolean waitsFor(BinaryRowData key) {
    return keys.containsKey(key);
  }

  /** Makes a record wait; both are kept. */
  void add(BinaryRowData key, StreamRecord<RowData> record) {
    Key waiting = keys.get(key);
    if (waiting == null) {
      waiting = new Key(key.copy());
      keys.put(waiting.key, waiting);
      unasked.add(waiting);
    }
    Segment segment = segments.peekLast();
    if (segment == null || !segment.end.isEmpty()) {
      segment = new Segment();
      segments.add(segment);
    }
    segment.records++;
    waiting.records.add(record);
    waiting.segments.add(segment);
    records++;
  }

  /**
   * Makes a watermark, or a change of its status, wait for the waiting records, of which there must
   * be some.
   */
  void hold(StreamElement element) {
    segments.getLast().end.add(element);
  }

  /** The keys to request next, in order of arrival; none if all have been requested. */
  List<Key> nextToAsk(int maxKeys, int maxBytes) {
    List<Key> next = new ArrayList<>();
    int bytes = 0;
    while (!unasked.isEmpty() && next.size() < maxKeys && bytes < maxBytes) {
      Key key = unasked.remove();
      bytes += key.key.getSizeInBytes();
      next.add(key);
    }
    return next;
  }

  /** Releases a key's records, in order. */
  void release(Key key, Action<StreamRecord<RowData>> action) throws Exception {
    keys.remove(key.key);
    for (int i = 0; i < key.records.size(); i++) {
      action.accept(key.records.get(i));
      key.segments.get(i).records--;
      records--;
    }
  }

  /** Emits held elements whose records have been released, in order. */
  void releaseHeld(Action<StreamElement> action) throws Exception {
    for (Segment first = segments.peek();
        first != null && first.records == 0;
        first = segments.peek()) {
      segments.remove();
      for (StreamElement element : first.end) {
        action.accept(element);
      }
    }
  }

  /** A key whose key group isn't known. */
  static final class Key {

    final BinaryRowData key;
    private final List<StreamRecord<RowData>> records = new ArrayList<>(1);

    /** The segments of the records. */
    private final List<Segment> segments = new ArrayList<>(1);

    private Key(BinaryRowData key) {
      this.key = key;
    }
  }

  /** Records that arrived between two watermarks. */
  private static final class Segment {

    /** The number of waiting records. */
    private int records;

    /** The elements after them: watermarks, and changes of their status. */
    private final List<StreamElement> end = new ArrayList<>(1);
  }

  /** An action for each element. */
  interface Action<T> {
    void accept(T element) throws Exception;
  }
}
