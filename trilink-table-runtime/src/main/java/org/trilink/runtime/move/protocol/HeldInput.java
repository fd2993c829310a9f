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

  private final Deque<Element<R>> elements = new ArrayDeque<>();
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
    elements.add(
        releaser -> {
          records--;
          bytes -= sizeInBytes;
          releaser.record(input, record);
        });
    records++;
    bytes += sizeInBytes;
  }

  /** Holds a watermark; between two records only the last one of an input is kept. */
  void addWatermark(int input, long timestamp) {
    Element<R> last = elements.peekLast();
    if (last instanceof HeldWatermark && ((HeldWatermark<R>) last).input == input) {
      elements.removeLast();
    }
    elements.add(new HeldWatermark<>(input, timestamp));
  }

  void addStatus(int input, boolean idle) {
    elements.add(releaser -> releaser.status(input, idle));
  }

  /** Releases all elements, in order. */
  void release(Releaser<R> releaser) throws Exception {
    for (Element<R> next = elements.poll(); next != null; next = elements.poll()) {
      next.release(releaser);
    }
  }

  /** Receives the elements that were held. */
  interface Releaser<R> {

    void record(int input, R record) throws Exception;

    void watermark(int input, long timestamp) throws Exception;

    void status(int input, boolean idle) throws Exception;
  }

  @FunctionalInterface
  private interface Element<R> {

    void release(Releaser<R> releaser) throws Exception;
  }

  private static final class HeldWatermark<R> implements Element<R> {

    private final int input;
    private final long timestamp;

    HeldWatermark(int input, long timestamp) {
      this.input = input;
      this.timestamp = timestamp;
    }

    @Override
    public void release(Releaser<R> releaser) throws Exception {
      releaser.watermark(input, timestamp);
    }
  }
}
