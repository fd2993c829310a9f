/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

/** Compares the hash with Kafka's own. */
class KafkaKeyHashTest {

  @Test
  void partitionsAreKafkas() {
    Random random = new Random(5);
    for (int i = 0; i < 100_000; i++) {
      byte[] key = new byte[random.nextInt(40)];
      random.nextBytes(key);
      int partitions = 1 + random.nextInt(100);

      assertThat(KafkaKeyHash.partition(key, partitions))
          .isEqualTo(Utils.toPositive(Utils.murmur2(key)) % partitions);
    }
  }
}
