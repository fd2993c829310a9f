/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The input that a subtask behind the exchange holds during a Sync: records of keys whose state has
 * not arrived yet, and watermarks and watermark statuses of all inputs, in the order of their
 * arrival.
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

  /** The size of the held records. */
  long bytes() {
    return bytes;
  }

  void addRecord(int input, R record, int sizeInBytes) {
    elements.add(new HeldRecord(input, record, sizeInBytes));
    records++;
    bytes += sizeInBytes;
  }

  /** Holds a watermark; between two records only the last one of an input is kept. */
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

  /** Releases all elements, in order. */
  void release(Releaser<R> releaser) throws Exception {
    for (Element next = elements.poll(); next != null; next = elements.poll()) {
      next.release(releaser);
    }
  }

  /** Receives the elements that were held. */
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
