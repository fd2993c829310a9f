/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LookIntervalTest {

  private final LookInterval interval = new LookInterval(1_000);

  @Test
  void looksAreFrequentAtTheBegin() {
    assertThat(interval.millis(0, 0)).isEqualTo(100);
    assertThat(interval.millis(0, 2_000)).isEqualTo(500);
    assertThat(interval.millis(1, 2_000)).isEqualTo(500);
  }

  @Test
  void looksAreRareInTheMiddle() {
    assertThat(interval.millis(0, 60_000)).isEqualTo(1_000);
    assertThat(interval.millis(500, 10_000)).isEqualTo(1_000);
  }

  @Test
  void looksAreFrequentNearTheEnd() {
    assertThat(interval.millis(900, 18_000)).isEqualTo(500);
    assertThat(interval.millis(990, 9_900)).isEqualTo(100);
    assertThat(interval.millis(1_000, 10_000)).isEqualTo(100);
  }
}
