/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sync.protocol;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a subtask behind the exchange holds during a Sync: records of keys whose state has not come
 * yet, and watermarks and their statuses, of all inputs, in the order in which they came.
 *
 * @param <R> a record, with all that is needed to process it later
 */
final class HeldInput<R> {

  private final Deque<Element> elements = new ArrayDeque<>();
  private int records;
  private long bytes;

  int records() {
    return records;
  }

  /** Of the records. */
  long bytes() {
    return bytes;
  }

  void addRecord(int input, R record, int sizeInBytes) {
    elements.add(new HeldRecord(input, record, sizeInBytes));
    records++;
    bytes += sizeInBytes;
  }

  /** Between two records there is one watermark of an input at most. */
  void addWatermark(int input, long timestamp) {
    Element last = elements.peekLast();
    if (last instanceof HeldInput.HeldWatermark && last.input == input) {
      elements.removeLast();
    }
    elements.add(new HeldWatermark(input, timestamp));
  }

  void addStatus(int input, boolean idle) {
    elements.add(new HeldStatus(input, idle));
  }

  /** Hands on all, in order. */
  void release(Releaser<R> releaser) throws Exception {
    for (Element next = elements.poll(); next != null; next = elements.poll()) {
      next.release(releaser);
    }
  }

  /** Takes what was held. */
  interface Releaser<R> {

    void record(int input, R record) throws Exception;

    void watermark(int input, long timestamp) throws Exception;

    void status(int input, boolean idle) throws Exception;
  }

  private abstract class Element {

    final int input;

    Element(int input) {
      this.input = input;
    }

    abstract void release(Releaser<R> releaser) throws Exception;
  }

  private final class HeldRecord extends Element {

    private final R record;
    private final int sizeInBytes;

    HeldRecord(int input, R record, int sizeInBytes) {
      super(input);
      this.record = record;
      this.sizeInBytes = sizeInBytes;
    }

    @Override
    void release(Releaser<R> releaser) throws Exception {
      records--;
      bytes -= sizeInBytes;
      releaser.record(input, record);
    }
  }

  private final class HeldWatermark extends Element {

    private final long timestamp;

    HeldWatermark(int input, long timestamp) {
      super(input);
      this.timestamp = timestamp;
    }

    @Override
    void release(Releaser<R> releaser) throws Exception {
      releaser.watermark(input, timestamp);
    }
  }

  private final class HeldStatus extends Element {

    private final boolean idle;

    HeldStatus(int input, boolean idle) {
      super(input);
      this.idle = idle;
    }

    @Override
    void release(Releaser<R> releaser) throws Exception {
      releaser.status(input, idle);
    }
  }
}
