/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/**
 * All placements at one moment. Any thread may write them, while other keys are placed: there may
 * be millions, for which the JobMaster's main thread must not wait.
 */
final class PlacementImage {

  private final byte[] head;
  private final KeyGroupTable.Image keys;

  /**
   * @param head all but the keys
   * @param size the number of keys, for the message
   * @throws IllegalStateException if that is more than 2 GB
   */
  PlacementImage(byte[] head, KeyGroupTable.Image keys, int size) {
    if (head.length + keys.sizeInBytes() > Integer.MAX_VALUE) {
      throw new IllegalStateException(
          "A checkpoint cannot hold the "
              + size
              + " keys that have been placed: they take more than 2 GB. Use a partition strategy"
              + " that decides locally, 'hash', 'modulo' or 'weight'.");
    }
    this.head = head;
    this.keys = keys;
  }

  /** Bytes that {@link #write} writes. */
  int sizeInBytes() {
    return (int) (head.length + keys.sizeInBytes());
  }

  void write(DataOutputView out) throws IOException {
    out.write(head);
    keys.write(out);
  }

  byte[] toBytes() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(sizeInBytes());
    write(out);
    return out.getCopyOfBuffer();
  }
}
