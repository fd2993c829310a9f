/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MonitorTriggerTest {

  @Test
  void aPeriodIsDueOnceInItsInterval() {
    MonitorTrigger trigger = MonitorTrigger.period(Duration.ofSeconds(20));
    assertThat(trigger.isDue(1_000, 10, 0)).isFalse();
    assertThat(trigger.isDue(20_999, 10, 0)).isFalse();
    assertThat(trigger.isDue(21_000, 0, 1)).isTrue();
    assertThat(trigger.isDue(21_000, 10, 0)).isFalse();
    assertThat(trigger.isDue(41_500, 10, 0)).isTrue();
  }

  @Test
  void aCountIsDueOnceInSoManyRecords() {
    MonitorTrigger trigger = MonitorTrigger.count(100);
    assertThat(trigger.isDue(0, 99, 0)).isFalse();
    assertThat(trigger.isDue(0, 1, 1)).isTrue();
    assertThat(trigger.isDue(0, 50, 1)).isFalse();
    assertThat(trigger.isDue(0, 240, 1)).isTrue(); // once, although two were missed
    assertThat(trigger.isDue(0, 9, 1)).isFalse();
    assertThat(trigger.isDue(0, 1, 1)).isTrue();
  }

  @Test
  void aThresholdIsDueWhenTheBalanceIsBelowItAndThenOnceInAPause() {
    MonitorTrigger trigger = MonitorTrigger.threshold(0.6, Duration.ofSeconds(10));
    assertThat(trigger.isDue(0, 10, 0.6)).isFalse();
    assertThat(trigger.isDue(1_000, 10, 0.59)).isTrue();
    assertThat(trigger.isDue(2_000, 10, 0.1)).isFalse();
    assertThat(trigger.isDue(10_999, 10, 0.1)).isFalse();
    assertThat(trigger.isDue(11_000, 10, 0.1)).isTrue();
    assertThat(trigger.isDue(30_000, 10, 0.9)).isFalse();
  }
}
