/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Serializes objects that can be changed, each of as many bytes as it needs. Each object that is
 * read or copied is a new one: what Flink offers for reuse is not used.
 */
public abstract class FreshObjectSerializer<T> extends TypeSerializer<T> {

  private static final long serialVersionUID = 1L;

  @Override
  public final boolean isImmutableType() {
    return false;
  }

  @Override
  public final int getLength() {
    return -1;
  }

  @Override
  public final T copy(T from, T reuse) {
    return copy(from);
  }

  @Override
  public final T deserialize(T reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }
}
