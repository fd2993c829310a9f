/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes accumulators, with the format's version in front: a later one can still read what this one
 * wrote, and this one refuses what it does not know.
 */
abstract class AccumulatorSerializer<T> extends TypeSerializerSingleton<T> {

  private static final int VERSION = 1;

  abstract void write(T accumulator, DataOutputView target) throws IOException;

  abstract T read(DataInputView source) throws IOException;

  @Override
  public final void serialize(T accumulator, DataOutputView target) throws IOException {
    target.writeByte(VERSION);
    write(accumulator, target);
  }

  @Override
  public final T deserialize(DataInputView source) throws IOException {
    int version = source.readByte();
    if (version != VERSION) {
      throw new IOException(
          String.format(
              "%s reads version %d, but the state was written with version %d; use a newer"
                  + " trilink-sql-functions.",
              getClass().getSimpleName(), VERSION, version));
    }
    return read(source);
  }

  @Override
  public final T deserialize(T reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public final T copy(T from, T reuse) {
    return copy(from);
  }

  @Override
  public final void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  @Override
  public final boolean isImmutableType() {
    return false;
  }

  @Override
  public final int getLength() {
    return -1;
  }
}
