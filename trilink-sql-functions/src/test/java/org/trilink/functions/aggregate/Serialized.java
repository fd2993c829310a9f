/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Serializes values, and reads them with the serializer or with the one that its snapshot makes.
 */
final class Serialized {

  private Serialized() {}

  static <T> byte[] bytes(TypeSerializer<T> serializer, T value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    return out.getCopyOfBuffer();
  }

  static <T> T read(TypeSerializer<T> serializer, byte[] bytes) throws IOException {
    return serializer.deserialize(new DataInputDeserializer(bytes));
  }

  static <T> T restored(TypeSerializer<T> serializer, T value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
    TypeSerializerSnapshot<T> snapshot =
        TypeSerializerSnapshot.readVersionedSnapshot(
            new DataInputDeserializer(out.getCopyOfBuffer()), Serialized.class.getClassLoader());
    if (!snapshot.resolveSchemaCompatibility(serializer).isCompatibleAsIs()) {
      throw new IOException("state would not be restored as it is");
    }
    return read(snapshot.restoreSerializer(), bytes(serializer, value));
  }
}
