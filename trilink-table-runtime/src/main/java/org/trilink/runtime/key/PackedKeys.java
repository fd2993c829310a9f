/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Copies of long-lived keys. Short keys share a memory segment: a key of one number takes one
 * object of 32 bytes and 16 bytes of the segment, not five objects of 168 bytes.
 *
 * <p>A segment is freed only when all of its keys are gone, so it is small.
 */
public final class PackedKeys {

  /** The size of a segment, in bytes. */
  private static final int SEGMENT = 512;

  /**
   * The maximum size of a key in a segment, in bytes. With longer keys, the overhead of the objects
   * is small in comparison.
   */
  private static final int MAX_KEY = 64;

  /** The one that is being filled. */
  private MemorySegment[] segments = {MemorySegmentFactory.wrap(new byte[0])};

  private int used;

  /**
   * Returns a copy of the key that takes less memory, or the key itself if nothing can be saved, as
   * with a placed key.
   *
   * @param key a binary row or a placed one; not changed any more
   */
  public RowData pack(RowData key) {
    return key instanceof PlacedKey ? key : packRow((BinaryRowData) key);
  }

  /** As {@link #pack}. */
  public BinaryRowData packRow(BinaryRowData key) {
    int size = key.getSizeInBytes();
    if (size > MAX_KEY || key.getSegments().length > 1) {
      return key;
    }
    if (used + size > segments[0].size()) {
      segments = new MemorySegment[] {MemorySegmentFactory.wrap(new byte[SEGMENT])};
      used = 0;
    }
    key.getSegments()[0].copyTo(key.getOffset(), segments[0], used, size);
    BinaryRowData packed = new BinaryRowData(key.getArity());
    packed.pointTo(segments, used, size);
    used += size;
    return packed;
  }
}
