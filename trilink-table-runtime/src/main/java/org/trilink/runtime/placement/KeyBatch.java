package org.trilink.runtime.placement;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;

/** Some keys on their way between a subtask and the coordinator. */
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

  /** Hands on all keys in order; the key is the same object every time. */
  void forEach(KeyAction action) {
    BinaryRowData key = rowOf(bytes);
    int start = 0;
    for (int i = 0; i < size; i++) {
      key.pointTo(key.getSegments(), start, ends[i] - start);
      action.accept(i, key);
      start = ends[i];
    }
  }

  /** What is done with each key. */
  interface KeyAction {
    void accept(int index, BinaryRowData key);
  }

  /** A key to be compared and hashed; its columns cannot be read. */
  static BinaryRowData rowOf(byte[] bytes) {
    BinaryRowData key = new BinaryRowData(0);
    key.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
    return key;
  }
}
