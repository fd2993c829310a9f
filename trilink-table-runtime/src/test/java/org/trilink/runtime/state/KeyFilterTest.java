/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyFilterTest {

  private static final int KEYS = 1_000_000;

  private final KeyFilter filter = new KeyFilter();

  @Test
  void knowsEveryKeyThatWasAdded() {
    hashes(1).forEach(filter::add);
    assertThat(hashes(1)).allSatisfy(hash -> assertThat(filter.add(hash)).isTrue());
  }

  @Test
  void takesFewOthersForKnownOnes() {
    long taken = hashes(1).filter(filter::add).count();
    assertThat(taken).isLessThan(KEYS / 15);
  }

  private static IntStream hashes(long seed) {
    return new Random(seed).ints(KEYS);
  }
}
