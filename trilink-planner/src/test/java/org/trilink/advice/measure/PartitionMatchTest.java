/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PartitionMatchTest {

  private static SampledRecords partitioned() {
    GeneratedReports reports = new GeneratedReports();
    for (int key = 0; key < 20; key++) {
      reports.add(key % 4, key, 10, 0);
    }
    return reports.sample(4);
  }

  @Test
  void findsThePartitionerByWhichATopicWasFilled() {
    PartitionMatch match = PartitionMatch.of(partitioned(), "modulo", key -> key % 4);

    assertThat(match.isExact()).isTrue();
    assertThat(match.share()).isEqualTo(1);
    assertThat(match.first()).isNull();
    assertThat(
            PartitionsOfKeys.of(partitioned(), new int[partitioned().partitionCount()]).ofSeveral())
        .isZero();
    assertThat(PartitionsOfKeys.of(partitioned(), new int[partitioned().partitionCount()]).keys())
        .isEqualTo(20);
  }

  @Test
  void showsARecordThatIsElsewhere() {
    PartitionMatch match = PartitionMatch.of(partitioned(), "wrong", key -> key == 5 ? 2 : key % 4);

    assertThat(match.isExact()).isFalse();
    assertThat(match.share()).isEqualTo(0.95);
    assertThat(match.first().key()).isEqualTo(5);
    assertThat(match.first().found()).isEqualTo(1);
    assertThat(match.first().expected()).isEqualTo(2);
  }

  @Test
  void aKeyWithoutAPartitionMatchesNone() {
    assertThat(PartitionMatch.of(partitioned(), "none", key -> -1).share()).isZero();
    assertThat(PartitionMatch.of(new SampledRecords.Builder(2).build(), "any", k -> 0).isExact())
        .isFalse();
  }

  @Test
  void aKeyOfTwoPartitionsIsCounted() {
    SampledRecords records = new GeneratedReports().add(0, 0, 5, 0).add(1, 0, 5, 0).sample(2);

    assertThat(PartitionsOfKeys.of(records, new int[records.partitionCount()]).ofSeveral())
        .isEqualTo(1);
  }

  @Test
  void partitionsOfTwoInputsAreNotCompared() {
    SampledRecords records = new GeneratedReports().add(0, 0, 5, 0).add(1, 0, 5, 0).sample(2);

    assertThat(PartitionsOfKeys.of(records, new int[] {0, 1}).ofSeveral()).isZero();
  }
}
