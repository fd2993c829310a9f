/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;

/** A sequence of keys in one array, such as those in a request to the coordinator. */
final class KeyBatch implements Serializable {

  private static final long serialVersionUID = 1L;

  private byte[] bytes = new byte[64];

  /** Where each key ends. */
  private int[] ends = new int[4];

  private int size;

  void add(BinaryRowData key) {
    int start = sizeInBytes();
    int end = start + key.getSizeInBytes();
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
    }
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
    }
    key.getSegments()[0].get(key.getOffset(), bytes, start, end - start);
    ends[size++] = end;
  }

  int size() {
    return size;
  }

  /** Bytes of all keys. */
  int sizeInBytes() {
    return size == 0 ? 0 : ends[size - 1];
  }

  /** Visits all keys in order; the key object is reused. */
  void forEach(KeyAction action) {
    BinaryRowData key = new BinaryRowData(0);
    for (int i = 0; i < size; i++) {
      point(key, i);
      action.accept(i, key);
    }
  }

  /** Points a row to one of the keys. */
  void point(BinaryRowData key, int index) {
    int start = index == 0 ? 0 : ends[index - 1];
    key.pointTo(MemorySegmentFactory.wrap(bytes), start, ends[index] - start);
  }

  /** An action for each key. */
  interface KeyAction {
    void accept(int index, BinaryRowData key);
  }

  /** A key for comparison and hashing only; its columns cannot be read. */
  static BinaryRowData rowOf(byte[] bytes) {
    BinaryRowData key = new BinaryRowData(0);
    key.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
    return key;
  }
}
