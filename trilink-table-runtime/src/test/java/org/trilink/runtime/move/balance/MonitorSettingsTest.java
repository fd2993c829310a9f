/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class MonitorSettingsTest {

  private static final MonitorSettings DEFAULT = MonitorSettings.DEFAULT;

  @Test
  void byDefaultAThresholdTriggersAndATenthIsSampled() {
    assertThat(DEFAULT.trigger()).isEqualTo(TriggerKind.THRESHOLD);
    assertThat(DEFAULT.balance().threshold()).isEqualTo(0.6);
    assertThat(DEFAULT.sampleRate()).isEqualTo(0.1);
    assertThat(DEFAULT.interval()).isNull();
    assertThat(DEFAULT.records()).isZero();
    assertThat(DEFAULT.weights()).isNull();
    assertThat(DEFAULT.control()).isNull();
    assertThat(DEFAULT).hasToString("threshold 0.6, sample rate 0.1");
  }

  @Test
  void allOfItGoesToTheCluster() throws Exception {
    MonitorSettings settings =
        DEFAULT
            .withInterval(Duration.ofMinutes(5))
            .withRecords(1_000)
            .withTrigger(TriggerKind.COUNT)
            .withThreshold(0.4)
            .withSampleRate(0.5)
            .withWeights(60, 40)
            .withControl("redis://host/0/channel");
    MonitorSettings there = InstantiationUtil.clone(settings);
    assertThat(there).usingRecursiveComparison().isEqualTo(settings);
    assertThat(there.interval()).isEqualTo(Duration.ofMinutes(5));
    assertThat(there.control()).isEqualTo("redis://host/0/channel");
    assertThat(there)
        .hasToString(
            "every 1000 records below 0.4, sample rate 0.5, weights [60, 40], control"
                + " redis://host/0/channel");
  }

  @Test
  void aSecretInTheChannelIsNotShown() {
    MonitorSettings settings = DEFAULT.withControl("redis://user:hunter2@host/0/channel");
    assertThat(settings.control()).contains("hunter2");
    assertThat(settings.maskedControl()).isEqualTo("redis://user:***@host/0/channel");
    assertThat(settings.toString()).doesNotContain("hunter2").contains("redis://user:***@host");
  }

  @Test
  void weightsCannotBeChangedFromOutside() {
    int[] weights = {60, 40};
    MonitorSettings settings = DEFAULT.withWeights(weights);
    weights[0] = 1;
    settings.weights()[1] = 2;
    assertThat(settings.weights()).containsExactly(60, 40);
  }

  @Test
  void whatMakesNoSenseIsRefusedByName() {
    assertThatThrownBy(() -> DEFAULT.withTrigger(TriggerKind.PERIOD))
        .hasMessage("The monitor 'period' needs an interval, such as '5 min', but has none.");
    assertThatThrownBy(() -> DEFAULT.withTrigger(TriggerKind.COUNT))
        .hasMessageStartingWith("The monitor 'count' needs a number of records");
    assertThatThrownBy(() -> DEFAULT.withInterval(Duration.ZERO))
        .hasMessage("The interval of the monitor must be 1 ms or more, but is PT0S.");
    assertThatThrownBy(() -> DEFAULT.withRecords(0)).hasMessageContaining("number of records");
    assertThatThrownBy(() -> DEFAULT.withWeights(60, 50))
        .hasMessageContaining("weights of the monitor must be 0 or more, 100 in all");
    assertThatThrownBy(() -> DEFAULT.withWeights(-1, 101)).hasMessageContaining("[-1, 101]");
    for (double wrong : new double[] {0, -0.1, 1.01, Double.NaN}) {
      assertThatThrownBy(() -> DEFAULT.withThreshold(wrong)).hasMessageContaining("threshold");
      assertThatThrownBy(() -> DEFAULT.withSampleRate(wrong)).hasMessageContaining("sample rate");
    }
  }
}
