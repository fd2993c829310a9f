/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyPartitionsTest {

  private final KeyPartitions sample = new KeyPartitions();

  @Test
  void tellsOfAKeyAndOfItsSecondPartitionOnly() {
    assertThat(sample.add(7, "t-0")).isTrue();
    assertThat(sample.add(7, "t-0")).isFalse();
    assertThat(sample.ofSeveral()).isZero();
    assertThat(sample.add(7, "t-1")).isTrue();
    assertThat(sample.add(7, "t-2")).isFalse();
    assertThat(sample.add(7, "t-0")).isFalse();
    assertThat(sample.add(8, "t-0")).isTrue();

    assertThat(sample.keys()).isEqualTo(2);
    assertThat(sample.ofSeveral()).isEqualTo(1);
  }

  /** Partitions with the same number in different topics are different. */
  @Test
  void topicsAreDifferent() {
    sample.add(7, "t-0");
    assertThat(sample.add(7, "u-0")).isTrue();
    assertThat(sample.ofSeveral()).isEqualTo(1);
  }

  @Test
  void keepsABoundedPartOfTheKeysAndSaysLittleOfOthers() {
    SplittableRandom random = new SplittableRandom(1);
    int news = 0;
    for (int i = 0; i < 1_000_000; i++) {
      news += sample.add(random.nextLong() & Long.MAX_VALUE, "t-0") ? 1 : 0;
      assertThat(sample.keys()).isLessThanOrEqualTo(KeyPartitions.MAX_KEYS);
    }
    assertThat(sample.keys()).isGreaterThan(KeyPartitions.MAX_KEYS / 3);
    assertThat(news).isLessThan(10 * KeyPartitions.MAX_KEYS);
  }

  /** So a key that is in different partitions in two readers is found. */
  @Test
  void samplesOfTheSameKeysHaveTheSameKeys() {
    KeyPartitions all = new KeyPartitions();
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 100_000; i++) {
      long key = random.nextLong() & Long.MAX_VALUE;
      if (sample.add(key, "t-0")) {
        all.add(key, "t-0");
      }
    }
    random = new SplittableRandom(2);
    KeyPartitions other = new KeyPartitions();
    for (int i = 0; i < 100_000; i++) {
      long key = random.nextLong() & Long.MAX_VALUE;
      if (other.add(key, i % 10 == 0 ? "t-1" : "t-0")) { // a tenth of the keys
        all.add(key, i % 10 == 0 ? "t-1" : "t-0");
      }
    }
    assertThat(all.keys()).isEqualTo(sample.keys());
    assertThat(all.ofSeveral() / (double) all.keys()).isBetween(0.06, 0.14);
  }
}
