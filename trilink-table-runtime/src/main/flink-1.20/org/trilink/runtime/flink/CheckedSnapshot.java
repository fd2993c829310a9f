/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/**
 * The snapshot of a serializer that is asked whether another serializer can read what it has
 * written. Versions of Flink ask the snapshot that was written, or that of the other serializer.
 *
 * @param <T> type of what is serialized
 */
public abstract class CheckedSnapshot<T> implements TypeSerializerSnapshot<T> {

  /** Whether a serializer can read what the snapshot's serializer has written. */
  protected abstract TypeSerializerSchemaCompatibility<T> compatibilityWith(
      TypeSerializer<T> reader);

  @Override
  public final TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
      TypeSerializerSnapshot<T> written) {
    return written instanceof CheckedSnapshot
        ? ((CheckedSnapshot<T>) written).compatibilityWith(restoreSerializer())
        : TypeSerializerSchemaCompatibility.incompatible();
  }

  /** Whether a serializer can read what another one has written, of which this is the snapshot. */
  @SuppressWarnings("unchecked") // the snapshot finds out
  public static <T> boolean isRead(TypeSerializerSnapshot<?> written, TypeSerializer<T> reader) {
    return reader
        .snapshotConfiguration()
        .resolveSchemaCompatibility((TypeSerializerSnapshot<T>) written)
        .isCompatibleAsIs();
  }
}
