/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongMapTest {

  @ParameterizedTest
  @ValueSource(longs = {20, 300, 100_000})
  void isAsAHashMap(long differentKeys) {
    LongMap<String> map = new LongMap<>();
    Map<Long, String> model = new HashMap<>();
    Random random = new Random(differentKeys);

    for (int i = 0; i < 200_000; i++) {
      long key = random.nextLong(-differentKeys, differentKeys) << (random.nextInt(3) * 20);
      if (random.nextInt(3) == 0) {
        map.remove(key);
        model.remove(key);
      } else {
        map.put(key, "value " + i);
        model.put(key, "value " + i);
      }
      assertThat(map.get(key)).isEqualTo(model.get(key));
      assertThat(map.size()).isEqualTo(model.size());
    }

    model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
  }

  @Test
  void isEmptyAfterClear() {
    LongMap<String> map = new LongMap<>();
    for (long key = 0; key < 1_000; key++) {
      map.put(key, "value");
    }

    map.clear();

    assertThat(map.size()).isZero();
    assertThat(map.get(1)).isNull();
  }
}
