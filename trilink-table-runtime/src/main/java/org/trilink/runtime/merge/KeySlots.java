/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/** The slots that are held of one key, by their ends. */
final class KeySlots {

  private final RowData key;
  private final long bytes;

  /**
   * The key's watermark by its records since it was first held, in ms; not used if keys have no
   * watermarks.
   */
  long watermark = Long.MIN_VALUE;

  /** The keys that were held just before this one and after it; see {@link KeyOrder}. */
  KeySlots previous;

  KeySlots next;

  private Slot[] slots = new Slot[1];
  private int size;

  /**
   * @param key must not be changed by others
   * @param bytes the estimated memory of the key
   */
  KeySlots(RowData key, long bytes) {
    this.key = key;
    this.bytes = bytes;
  }

  RowData key() {
    return key;
  }

  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The earliest one; there must be one. */
  Slot first() {
    return slots[0];
  }

  /** Returns the slot with an end, in ms; null if there is none with that end. */
  @Nullable
  Slot find(long end) {
    for (int i = size - 1; i >= 0; i--) { // nearly always it is the latest
      if (slots[i].end == end) {
        return slots[i];
      }
      if (slots[i].end < end) {
        return null;
      }
    }
    return null;
  }

  /** Adds one that is not there yet. */
  void add(Slot slot) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, 2 * size);
    }
    int index = size;
    while (index > 0 && slots[index - 1].end > slot.end) {
      slots[index] = slots[index - 1];
      index--;
    }
    slots[index] = slot;
    size++;
  }

  /** Takes the earliest one out; there must be one. */
  Slot removeFirst() {
    Slot first = slots[0];
    size--;
    System.arraycopy(slots, 1, slots, 0, size);
    slots[size] = null;
    return first;
  }
}
