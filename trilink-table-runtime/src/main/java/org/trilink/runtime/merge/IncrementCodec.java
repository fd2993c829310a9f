/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.trilink.runtime.merge.store.Increment;

/** Increments as bytes, for state and for staging. */
final class IncrementCodec {

  private static final BytePrimitiveArraySerializer BYTES = BytePrimitiveArraySerializer.INSTANCE;

  private IncrementCodec() {}

  static byte[] write(List<Increment> increments) {
    try {
      DataOutputSerializer out = new DataOutputSerializer(64 * increments.size() + 16);
      out.writeInt(increments.size());
      for (Increment increment : increments) {
        out.writeInt(increment.bucket());
        out.writeLong(increment.window());
        BYTES.serialize(increment.key(), out);
        BYTES.serialize(increment.accumulator(), out);
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
        increments.add(
            new Increment(
                in.readInt(), in.readLong(), BYTES.deserialize(in), BYTES.deserialize(in)));
      }
      return increments;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
