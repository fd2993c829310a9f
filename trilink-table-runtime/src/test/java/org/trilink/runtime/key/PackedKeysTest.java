/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.junit.jupiter.api.Test;

class PackedKeysTest {

  private final PackedKeys keys = new PackedKeys();

  @Test
  void packedKeysEqualTheirsAndStayAsTheyAre() {
    List<BinaryRowData> originals = new ArrayList<>();
    List<RowData> packed = new ArrayList<>();
    for (long i = 0; i < 1_000; i++) {
      originals.add(key(i, "n" + i));
      packed.add(keys.pack(originals.get((int) i)));
    }

    for (int i = 0; i < originals.size(); i++) {
      assertThat(packed.get(i)).isNotSameAs(originals.get(i)).isEqualTo(originals.get(i));
      assertThat(packed.get(i)).hasSameHashCodeAs(originals.get(i));
      assertThat(packed.get(i).getLong(0)).isEqualTo(i);
      assertThat(packed.get(i).getString(1)).hasToString("n" + i);
    }
  }

  @Test
  void severalShareASegment() {
    BinaryRowData first = (BinaryRowData) keys.pack(key(1, "a"));
    BinaryRowData second = (BinaryRowData) keys.pack(key(2, "b"));

    assertThat(second.getSegments()).isSameAs(first.getSegments());
  }

  @Test
  void aLongKeyStaysByItself() {
    BinaryRowData key = key(1, "a text that is too long for several of them to share a segment");

    assertThat(keys.pack(key)).isSameAs(key);
  }

  @Test
  void aPlacedKeyHasNothingToSave() {
    PlacedKey key = PlacedKey.inGroup(key(7, "a"), 3, 128);

    assertThat(keys.pack(key)).isSameAs(key);
  }

  private static BinaryRowData key(long number, String text) {
    BinaryRowData key = new BinaryRowData(2);
    BinaryRowWriter writer = new BinaryRowWriter(key);
    writer.writeLong(0, number);
    writer.writeString(1, StringData.fromString(text));
    writer.complete();
    return key;
  }
}
