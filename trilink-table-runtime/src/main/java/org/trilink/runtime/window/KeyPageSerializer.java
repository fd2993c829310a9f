/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.trilink.runtime.operator.FreshObjectSerializer;

/**
 * Serializes a {@link KeyPage}: the shape of its entries, their number, and the words of each entry
 * that are in use. Whether accumulators are those of the query is not its concern: the state of
 * single entries, which is always beside that of pages, is checked for it.
 */
final class KeyPageSerializer extends FreshObjectSerializer<KeyPage> {

  private static final long serialVersionUID = 1L;

  static final KeyPageSerializer INSTANCE = new KeyPageSerializer();

  private KeyPageSerializer() {}

  @Override
  public TypeSerializer<KeyPage> duplicate() {
    return this;
  }

  @Override
  public KeyPage createInstance() {
    return new KeyPage(1, 1, KeyPage.SHAPE + 1);
  }

  @Override
  public KeyPage copy(KeyPage from) {
    return from.copy();
  }

  @Override
  public void serialize(KeyPage page, DataOutputView target) throws IOException {
    target.writeInt(page.width);
    target.writeInt(page.room);
    target.writeByte(page.header);
    target.writeInt(page.count);
    int stride = page.stride();
    for (int i = 0; i < page.count; i++) {
      int start = i * stride;
      int end = start + used(page, page.words[start + KeyPage.SHAPE]);
      for (int word = start; word < end; word++) {
        target.writeLong(page.words[word]);
      }
    }
  }

  private static int used(KeyPage page, long shape) {
    return page.header + KeyPage.size(shape) * page.width;
  }

  @Override
  public KeyPage deserialize(DataInputView source) throws IOException {
    KeyPage page = new KeyPage(source.readInt(), source.readInt(), source.readByte());
    int count = source.readInt();
    for (int i = 0; i < count; i++) {
      int start = page.append(source.readLong()) * page.stride();
      for (int word = start + 1; word <= start + KeyPage.SHAPE; word++) {
        page.words[word] = source.readLong();
      }
      int end = start + used(page, page.words[start + KeyPage.SHAPE]);
      for (int word = start + KeyPage.SHAPE + 1; word < end; word++) {
        page.words[word] = source.readLong();
      }
    }
    return page;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyPageSerializer;
  }

  @Override
  public int hashCode() {
    return KeyPageSerializer.class.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<KeyPage> snapshotConfiguration() {
    return new Snapshot();
  }

  /** There is one version. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<KeyPage> {

    /** For reading a savepoint, too. */
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
