/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampledRecordsTest {

  private static List<String> visited(SampledRecords records) {
    List<String> visited = new ArrayList<>();
    records.forEach((partition, key, time, arrival) -> visited.add(partition + ":" + time));
    return visited;
  }

  @Test
  void partitionsAreReadInTheOrderInWhichTheirRecordsArrived() {
    SampledRecords records =
        new SampledRecords.Builder(2)
            .add(0, 0, 10, 1)
            .add(0, 0, 11, 5)
            .add(1, 1, 20, 2)
            .add(1, 1, 21, 3)
            .build();

    assertThat(visited(records)).containsExactly("0:10", "1:20", "1:21", "0:11");
  }

  @Test
  void aPartitionIsReadInItsOwnOrderAlsoWhereItsTimestampsAreNot() {
    SampledRecords records =
        new SampledRecords.Builder(2).add(0, 0, 1, 9).add(0, 0, 2, 1).add(1, 0, 3, 4).build();

    assertThat(visited(records)).containsExactly("1:3", "0:1", "0:2");
  }

  @Test
  void partitionsThatWereFilledAtOnceAreReadEquallyFast() {
    SampledRecords.Builder builder = new SampledRecords.Builder(2);
    for (int i = 0; i < 4; i++) {
      builder.add(0, 0, i, 7);
    }
    builder.add(1, 0, 0, 7).add(1, 0, 1, 7);

    assertThat(visited(builder.build()))
        .containsExactly("0:0", "1:0", "0:1", "0:2", "1:1", "0:3"); // a tie is the first's
  }

  @Test
  void recordsWithoutATimeAreCountedButHaveNoSpan() {
    SampledRecords records =
        new SampledRecords.Builder(3)
            .add(0, 0, SampledRecords.NO_TIME, 1)
            .add(1, 1, 1000, 2)
            .add(1, 0, 4000, 3)
            .build();

    assertThat(records.recordsByPartition()).containsExactly(1, 2, 0);
    assertThat(records.recordsByKey()).containsExactly(2, 1);
    assertThat(records.eventTimeSpan()).isEqualTo(3000);
    assertThat(visited(records.withTimes())).containsExactly("1:1000", "1:4000");
    assertThat(new SampledRecords.Builder(1).build().eventTimeSpan()).isZero();
  }
}
