/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.advice.measure.GeneratedReports.SECOND;

import org.junit.jupiter.api.Test;

class DisorderTest {

  @Test
  void keysThatAreInOrderMayBeFarApart() {
    SampledRecords records =
        new GeneratedReports().add(0, 0, 600, 0).add(0, 1, 600, 180 * SECOND).sample(1);

    Disorder disorder = Disorder.of(records);

    assertThat(disorder.withinKeys().max()).isZero();
    assertThat(disorder.betweenKeys().max()).isBetween(179 * SECOND, 180 * SECOND);
    assertThat(disorder.betweenPartitions().max()).isZero();
  }

  @Test
  void partitionsAreComparedWithTheOneThatIsFurthest() {
    SampledRecords records =
        new GeneratedReports().add(0, 0, 600, 0).add(1, 1, 600, 60 * SECOND).sample(2);

    Disorder disorder = Disorder.of(records);

    assertThat(disorder.withinKeys().max()).isZero();
    assertThat(disorder.betweenKeys().max()).isZero();
    assertThat(disorder.betweenPartitions().max()).isBetween(59 * SECOND, 60 * SECOND);
  }

  @Test
  void aFewRecordsThatAreFarBehindAreTheMaximumAndNotTheMost() {
    GeneratedReports reports = new GeneratedReports().add(0, 0, 5000, 0);
    reports.addRecord(0, 0, 1000 * SECOND, 1100 * SECOND); // one in 5,000

    Disorder disorder = Disorder.of(reports.sample(1));

    assertThat(disorder.withinKeys().max()).isEqualTo(100 * SECOND);
    assertThat(disorder.withinKeys().most()).isZero();
  }
}
