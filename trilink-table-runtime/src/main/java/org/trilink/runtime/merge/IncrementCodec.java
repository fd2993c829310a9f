/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.trilink.runtime.merge.store.Increment;

/** Increments as bytes, for state and for staging. */
final class IncrementCodec {

  private IncrementCodec() {}

  static byte[] write(List<Increment> increments) {
    try {
      DataOutputSerializer out = new DataOutputSerializer(64 * increments.size() + 16);
      out.writeInt(increments.size());
      for (Increment increment : increments) {
        out.writeInt(increment.bucket());
        out.writeLong(increment.window());
        writeBytes(out, increment.key());
        writeBytes(out, increment.accumulator());
      }
      return out.getCopyOfBuffer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Increment> read(byte[] content) {
    try {
      DataInputDeserializer in = new DataInputDeserializer(content);
      int size = in.readInt();
      List<Increment> increments = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        increments.add(new Increment(in.readInt(), in.readLong(), readBytes(in), readBytes(in)));
      }
      return increments;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void writeBytes(DataOutputSerializer out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static byte[] readBytes(DataInputDeserializer in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
