/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;

/** Keys in messages and snapshots, as bytes, independent of the types of their columns. */
public final class KeyBytes {

  private KeyBytes() {}

  /**
   * A copy of a key's bytes.
   *
   * @param key in one segment
   */
  public static byte[] of(BinaryRowData key) {
    byte[] bytes = new byte[key.getSizeInBytes()];
    key.getSegments()[0].get(key.getOffset(), bytes);
    return bytes;
  }

  /** A key for comparison and hashing only; its columns cannot be read. */
  public static BinaryRowData key(byte[] bytes) {
    BinaryRowData key = new BinaryRowData(0);
    key.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
    return key;
  }

  /**
   * Writes a key: the number of its bytes, and the bytes.
   *
   * @param key in one segment
   */
  public static void write(BinaryRowData key, DataOutputView out) throws IOException {
    BytePrimitiveArraySerializer.INSTANCE.serialize(of(key), out);
  }

  /** Reads what {@link #write} wrote, as {@link #key} gives it. */
  public static BinaryRowData read(DataInputView in) throws IOException {
    return key(BytePrimitiveArraySerializer.INSTANCE.deserialize(in));
  }
}
