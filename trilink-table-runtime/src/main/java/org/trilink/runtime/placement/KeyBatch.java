/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;

/** A sequence of keys in one array, such as those in a request to the coordinator. */
final class KeyBatch implements Serializable {

  private static final long serialVersionUID = 1L;

  private byte[] bytes = new byte[64];

  /** Where each key ends. */
  private int[] ends = new int[4];

  private int[] hashes = new int[4];
  private int size;

  /** Over the array; null if there has been no need for it since the array was allocated. */
  @Nullable private transient MemorySegment segment;

  void add(BinaryRowData key) {
    int size = key.getSizeInBytes();
    int start = append(size, key.hashCode());
    key.getSegments()[0].get(key.getOffset(), bytes, start, size);
  }

  /**
   * Adds a key, whose bytes are still to be written.
   *
   * @param hash of the key
   * @return where it begins
   */
  int append(int keyBytes, int hash) {
    int start = sizeInBytes();
    int end = start + keyBytes;
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
      segment = null;
    }
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
      hashes = Arrays.copyOf(hashes, 2 * size);
    }
    hashes[size] = hash;
    ends[size++] = end;
    return start;
  }

  /** The bytes of all keys. */
  MemorySegment segment() {
    if (segment == null) {
      segment = MemorySegmentFactory.wrap(bytes);
    }
    return segment;
  }

  int size() {
    return size;
  }

  /** Bytes of all keys. */
  int sizeInBytes() {
    return size == 0 ? 0 : ends[size - 1];
  }

  int hash(int index) {
    return hashes[index];
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
    key.pointTo(segment(), start, ends[index] - start);
  }

  /** An action for each key. */
  interface KeyAction {
    void accept(int index, BinaryRowData key);
  }
}
