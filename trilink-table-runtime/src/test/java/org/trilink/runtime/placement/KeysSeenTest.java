/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.runtime.key.KeyGroupHash;

class KeysSeenTest {

  @Test
  void nothingIsNoKeys() {
    assertThat(new KeysSeen().estimate()).isZero();
  }

  @Test
  void aKeyThatComesAgainIsNoNewOne() {
    KeysSeen seen = new KeysSeen();
    for (int record = 0; record < 100_000; record++) {
      seen.add(record % 20);
    }
    assertThat(seen.estimate()).isEqualTo(20);
  }

  @ParameterizedTest
  @CsvSource({"1000, 1", "60000, 1", "100000, 2", "1000000, 2", "5000000, 5"})
  void manyKeys(int keys, double percent) {
    KeysSeen seen = new KeysSeen();
    Random random = new Random(42);
    for (int key = 0; key < keys; key++) {
      seen.add(random.nextInt());
    }
    assertThat((double) seen.estimate()).isCloseTo(keys, Percentage.withPercentage(percent));
  }

  /** As with placed keys: the hash codes on one subtask are of some key groups only. */
  @Test
  void keysOfOneKeyGroup() {
    KeysSeen seen = new KeysSeen();
    for (int key = 0; key < 50_000; key++) {
      seen.add(KeyGroupHash.hashFor(17, 720, key * 0x9e3779b9));
    }
    assertThat((double) seen.estimate()).isCloseTo(50_000, Percentage.withPercentage(2));
  }

  @Test
  void moreKeysThanItCanTell() {
    KeysSeen seen = new KeysSeen();
    for (int key = 0; key < 40_000_000; key++) {
      seen.add(key * 0x9e3779b9);
    }
    assertThat(seen.estimate()).isGreaterThan(10_000_000);
  }
}
