/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.runtime.move.balance.BalanceSettings;
import org.trilink.runtime.move.balance.MonitorSettings;
import org.trilink.runtime.move.balance.TriggerKind;

/** The settings that the runtime gets for the options of a monitor. */
class MonitorOptionsTest {

  @Test
  void thereIsNoMonitorUnlessAskedFor() {
    assertThat(settings(Map.of("partition", "modulo"))).isNull();
  }

  @Test
  void theDefaultsAreThoseOfTheRuntime() {
    MonitorSettings settings = settings(Map.of("partition.monitor", "threshold"));

    assertThat(settings.toString()).isEqualTo(MonitorSettings.DEFAULT.toString());
    assertThat(settings.balance())
        .usingRecursiveComparison()
        .isEqualTo(MonitorSettings.DEFAULT.balance());
  }

  @Test
  void aPeriodHasAnInterval() {
    MonitorSettings settings =
        settings(Map.of("partition.monitor", "period", "partition.monitor.interval", "20 s"));

    assertThat(settings.trigger()).isEqualTo(TriggerKind.PERIOD);
    assertThat(settings.interval()).isEqualTo(Duration.ofSeconds(20));
    assertThat(settings.records()).isZero();
    assertThat(settings.control()).isNull();
  }

  @Test
  void aCountHasANumberOfRecords() {
    MonitorSettings settings =
        settings(Map.of("partition.monitor", "count", "partition.monitor.records", "1000"));

    assertThat(settings.trigger()).isEqualTo(TriggerKind.COUNT);
    assertThat(settings.records()).isEqualTo(1000);
    assertThat(settings.interval()).isNull();
  }

  @Test
  void autoIsWatchedAllTheTime() {
    assertThat(settings(Map.of("partition", "auto")).trigger()).isEqualTo(TriggerKind.THRESHOLD);
  }

  @Test
  void moveBoundsAreThoseOfTheOptions() {
    BalanceSettings balance =
        settings(
                Map.of(
                    "partition.monitor", "threshold",
                    "partition.monitor.threshold", "0.7",
                    "partition.sync.max-keys", "8",
                    "partition.sync.max-bytes", "2 mb",
                    "partition.sync.min-gain", "0.1",
                    "partition.sync.settling-time", "5 s",
                    "partition.sync.grace-time", "1 min"))
            .balance();

    assertThat(balance.threshold()).isEqualTo(0.7);
    assertThat(balance.maxKeys()).isEqualTo(8);
    assertThat(balance.maxBytes()).isEqualTo(2L << 20);
    assertThat(balance.minimumGain()).isEqualTo(0.1);
    assertThat(balance.settlingTime()).isEqualTo(Duration.ofSeconds(5));
    assertThat(balance.graceTime()).isEqualTo(Duration.ofMinutes(1));
    assertThat(balance.halfLife()).isEqualTo(Duration.ofSeconds(5));
  }

  /** Reports come four times a second: with a shorter half-life nothing would be known. */
  @Test
  void aHalfLifeIsASecondAtLeast() {
    BalanceSettings balance =
        settings(Map.of("partition.monitor", "threshold", "partition.sync.settling-time", "0 ms"))
            .balance();

    assertThat(balance.settlingTime()).isZero();
    assertThat(balance.halfLife()).isEqualTo(Duration.ofSeconds(1));
  }

  private static MonitorSettings settings(Map<String, String> hint) {
    return MonitorOptions.of(
            new ResolvedOptions(HintOptions.parse(hint), HintOptions.EMPTY, HintOptions.EMPTY))
        .settings();
  }
}
