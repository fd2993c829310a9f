/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;

/** Keys in reports and snapshots, as bytes, independent of the types of their columns. */
final class KeyBytes {

  private KeyBytes() {}

  /**
   * A copy of a key's bytes.
   *
   * @param key in one segment
   */
  static byte[] of(BinaryRowData key) {
    byte[] bytes = new byte[key.getSizeInBytes()];
    key.getSegments()[0].get(key.getOffset(), bytes);
    return bytes;
  }

  /** A key for comparison and hashing only; its columns cannot be read. */
  static BinaryRowData key(byte[] bytes) {
    BinaryRowData key = new BinaryRowData(0);
    key.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
    return key;
  }

  static void write(BinaryRowData key, DataOutputView out) throws IOException {
    byte[] bytes = of(key);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static BinaryRowData read(DataInputView in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return key(bytes);
  }
}
