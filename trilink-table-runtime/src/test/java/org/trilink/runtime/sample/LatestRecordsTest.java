/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.util.InstantiationUtil;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.junit.jupiter.api.Test;

class LatestRecordsTest {

  private static long sampled(long wanted, long... lengths) {
    long most = LatestRecords.most(lengths, wanted);
    return Arrays.stream(lengths).map(length -> Math.min(length, most)).sum();
  }

  @Test
  void takesEquallyManyOfEachPartition() {
    assertThat(LatestRecords.most(new long[] {1000, 5000, 3000}, 300)).isEqualTo(100);
  }

  @Test
  void takesOfLongPartitionsWhatShortOnesLack() {
    assertThat(LatestRecords.most(new long[] {1000, 0, 20}, 300)).isEqualTo(280);
    assertThat(sampled(300, 1000, 0, 20)).isEqualTo(300);
    assertThat(sampled(301, 50, 1000, 1000, 50)).isBetween(299L, 301L);
  }

  @Test
  void takesAllOfAShortTopic() {
    assertThat(sampled(1_000_000, 10, 20, 30)).isEqualTo(60);
  }

  @Test
  void takesAtLeastOneOfEachPartition() {
    assertThat(sampled(2, 10, 20, 30)).isEqualTo(3);
  }

  @Test
  void isSentWithTheSource() throws Exception {
    OffsetsInitializer copy = InstantiationUtil.clone(LatestRecords.of("sample", 0, 7));

    assertThat(copy).hasToString("the latest 7 records");
    assertThat(copy.getAutoOffsetResetStrategy()).isEqualTo(OffsetResetStrategy.EARLIEST);
  }
}
