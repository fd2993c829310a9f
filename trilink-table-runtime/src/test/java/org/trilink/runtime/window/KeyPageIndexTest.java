/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPageIndexTest {

  private static final int POSITIONS = 1 << 20;

  /** The number at each position. */
  private final long[] numbers = new long[POSITIONS];

  private final KeyPageIndex index = new KeyPageIndex(position -> numbers[position]);
  private int used;

  @ParameterizedTest
  @ValueSource(longs = {20, 300, 100_000})
  void isAsAHashMap(long differentKeys) {
    Map<Long, Integer> model = new HashMap<>();
    Random random = new Random(differentKeys);

    for (int i = 0; i < 200_000; i++) {
      long number = random.nextLong(-differentKeys, differentKeys) << (random.nextInt(3) * 20);
      if (!model.containsKey(number)) {
        model.put(number, positionOf(number));
        index.add(number, model.get(number));
      } else if (random.nextInt(2) == 0) {
        model.remove(number);
        index.remove(number);
      } else {
        model.put(number, positionOf(number));
        index.move(number, model.get(number));
      }
      assertThat(index.find(number)).isEqualTo(model.getOrDefault(number, KeyPageIndex.NONE));
      assertThat(index.size()).isEqualTo(model.size());
    }

    model.forEach((number, position) -> assertThat(index.find(number)).isEqualTo(position));
  }

  private int positionOf(long number) {
    numbers[used] = number;
    return used++;
  }

  @Test
  void isEmptyAfterClear() {
    for (long number = 0; number < 1_000; number++) {
      index.add(number, positionOf(number));
    }

    index.clear();

    assertThat(index.size()).isZero();
    assertThat(index.find(1)).isEqualTo(KeyPageIndex.NONE);
  }
}
