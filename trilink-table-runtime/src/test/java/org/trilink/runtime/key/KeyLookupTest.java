/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.placement.ProjectedKeys;

class KeyLookupTest {

  private static final RowDataKeySelector KEYS =
      ProjectedKeys.firstColumns(RowType.of(new VarCharType()));

  static Stream<KeyLookup> lookups() {
    return Stream.of(KeyLookup.byRow(KEYS), KeyLookup.byNumber(new ShortText(), new ShortText()));
  }

  @ParameterizedTest
  @MethodSource("lookups")
  void behavesAsAMap(KeyLookup lookup) throws Exception {
    Random random = new Random(1);
    Map<String, Integer> expected = new HashMap<>();
    KeyMap<Integer> actual = lookup.newMap();
    for (int i = 0; i < 20_000; i++) {
      String text = random.nextInt(50) == 0 ? null : "k" + random.nextInt(300);
      RowData key = KEYS.getKey(row(text));
      assertThat(actual.ofRecord(row(text))).isEqualTo(expected.get(text));
      assertThat(actual.ofKey(key)).isEqualTo(expected.get(text));
      if (random.nextInt(3) == 0) {
        expected.remove(text);
        actual.remove(key);
      } else {
        expected.put(text, i);
        actual.put(key, i);
      }
    }
    actual.clear();
    for (String text : expected.keySet()) {
      assertThat(actual.ofRecord(row(text))).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("lookups")
  void aPlacedKeyIsTheKeyItself(KeyLookup lookup) throws Exception {
    KeyMap<String> map = lookup.newMap();
    RowData placed = PlacedKey.inGroup((BinaryRowData) KEYS.getKey(row("a")), 3, 128);
    map.put(placed, "found");
    assertThat(map.ofRecord(row("a"))).isEqualTo("found");
    assertThat(map.ofKey(placed)).isEqualTo("found");
    map.remove(placed);
    assertThat(map.ofRecord(row("a"))).isNull();
  }

  private static RowData row(String text) {
    return GenericRowData.of(text == null ? null : StringData.fromString(text), 1L);
  }
}
