/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadHeapTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 60, 1000})
  void knowsTheLeastLoaded(int size) {
    LoadHeap heap = new LoadHeap(size);
    long[] model = new long[size];
    Random random = new Random(size);
    for (int i = 0; i < 5_000; i++) {
      int least =
          IntStream.range(0, size)
              .reduce((first, second) -> model[second] < model[first] ? second : first)
              .orElseThrow();
      assertThat(heap.least()).isEqualTo(least);
      int item = random.nextBoolean() ? least : random.nextInt(size);
      long more = random.nextInt(10);
      heap.add(item, more);
      model[item] += more;
      assertThat(heap.load(item)).isEqualTo(model[item]);
    }
  }
}
