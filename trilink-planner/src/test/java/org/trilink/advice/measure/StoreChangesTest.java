/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.trilink.advice.measure.GeneratedReports.SECOND;

import org.junit.jupiter.api.Test;

class StoreChangesTest {

  private static final long MINUTE = 60 * SECOND;
  private static final StoreChanges.Windows MINUTES =
      (time, window) -> window.accept(Math.floorDiv(time, MINUTE));

  /** Windows of two minutes, one of which begins every minute. */
  private static final StoreChanges.Windows HOPS =
      (time, window) -> {
        window.accept(Math.floorDiv(time, MINUTE));
        window.accept(Math.floorDiv(time, MINUTE) + 1);
      };

  @Test
  void aKeyIsOneIncrementAPeriod() {
    GeneratedReports reports = new GeneratedReports();
    for (int i = 0; i < 100; i++) {
      reports.addRecord(0, i % 2, SampledRecords.NO_TIME, i * 100L);
    }

    StoreChanges changes =
        StoreChanges.inPeriods(reports.sample(1), SECOND, StoreChanges.Windows.NONE, 1);

    assertThat(changes.perRecord()).isEqualTo(0.2);
    assertThat(changes.span()).isEqualTo(9_900);
    assertThat(changes.perSecond()).isCloseTo(2, within(0.03));
  }

  @Test
  void aKeyIsOneIncrementAWindowAndSubtask() {
    GeneratedReports reports = new GeneratedReports();
    for (int second = 0; second < 120; second++) {
      reports.addRecord(second % 2, 0, second * SECOND, second);
    }

    assertThat(StoreChanges.inPeriods(reports.sample(2), SECOND, MINUTES, 1).perRecord())
        .as("one subtask: a change a minute")
        .isEqualTo(2 / 120.0);
    assertThat(StoreChanges.inPeriods(reports.sample(2), SECOND, MINUTES, 2).perRecord())
        .as("each of two subtasks has its own")
        .isEqualTo(4 / 120.0);
    assertThat(StoreChanges.inPeriods(reports.sample(2), 10, MINUTES, 1).perRecord())
        .as("sent every 10 ms, while the records come within 120 ms")
        .isEqualTo(12 / 120.0);
    assertThat(StoreChanges.inPeriods(reports.sample(2), SECOND, HOPS, 1).perRecord())
        .as("three windows")
        .isEqualTo(3 / 120.0);
  }
}
