/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.hint.WeightDraw;
import org.trilink.runtime.move.balance.BalanceSettings;
import org.trilink.runtime.move.balance.MonitorSettings;
import org.trilink.runtime.move.balance.TriggerKind;

/** The representation of a placement in plans, state and operators' names. */
class KeyPlacementSpecTest {

  private static final MonitorSettings MONITOR =
      MonitorSettings.DEFAULT
          .withInterval(Duration.ofSeconds(20))
          .withTrigger(TriggerKind.PERIOD)
          .withSampleRate(0.5)
          .withBalance(
              BalanceSettings.DEFAULT
                  .withThreshold(0.7)
                  .withMinimumGain(0.1)
                  .withCaps(8, 1L << 40)
                  .withTimes(Duration.ofSeconds(6), Duration.ofSeconds(5), Duration.ofMinutes(1)))
          .withControl("redis://me:secret@h:6379/channel");

  private final ObjectMapper json = new ObjectMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hash | hash (monitored) | partition=hash (monitored)",
        "auto | hash (monitored) | partition=auto",
        "modulo | modulo (monitored) | partition=modulo (monitored)",
        "least-key | least-key (monitored) | partition=least-key (monitored)",
        "least-count | least-count (monitored) | partition=least-count (monitored)",
        "weight | weight 60,40 (monitored) | partition=weight (monitored)",
        "org.x.Mine | custom org.x.Mine (monitored) | partition=org.x.Mine (monitored)",
      })
  void keysThatMayBeMovedArePlacedInAnotherWay(String strategy, String placement, String mark) {
    KeyPlacementSpec monitored = spec(strategy).withMonitor(MONITOR);

    assertThat(monitored.placement()).isEqualTo(placement);
    assertThat(monitored.mark()).isEqualTo(mark);
    assertThat(monitored.withMaxParallelism(720).placement()).isEqualTo(placement);
    assertThat(monitored.withMonitor(null).placement() + " (monitored)").isEqualTo(placement);
  }

  @Test
  void autoPlacesAnyKey() {
    spec("auto").withMonitor(MONITOR).check(RowType.of(new VarCharType()));
  }

  @Test
  void goesIntoAPlanAndComesBack() throws JsonProcessingException {
    String plan = json.writeValueAsString(spec("auto").withMonitor(MONITOR));

    assertThat(plan)
        .contains("\"monitor\":{")
        .contains("\"trigger\":\"PERIOD\"")
        .contains("\"intervalMillis\":20000")
        .contains("\"records\":0")
        .contains("\"threshold\":0.7,\"minimumGain\":0.1")
        .contains("\"sampleRate\":0.5")
        .contains("\"halfLifeMillis\":6000,\"settlingTimeMillis\":5000,\"graceTimeMillis\":60000")
        .contains("\"maxKeys\":8,\"maxBytes\":1099511627776")
        .contains("\"control\":\"redis://me:secret@h:6379/channel\"")
        .doesNotContain("\"auto\":", "functionOfKey");
    KeyPlacementSpec read = json.readValue(plan, KeyPlacementSpec.class);
    assertThat(json.writeValueAsString(read)).isEqualTo(plan);
    assertThat(read.monitorSettings().toString()).isEqualTo(MONITOR.toString());
    assertThat(read.monitorSettings().balance().halfLife()).isEqualTo(Duration.ofSeconds(6));
    assertThat(read.placement()).isEqualTo("hash (monitored)");
  }

  @Test
  void aPlanOfAnEarlierVersionHasNoMonitor() throws JsonProcessingException {
    String plan =
        "{\"strategy\":\"modulo\",\"weights\":null,\"weightDraw\":\"HASH\",\"history\":null,"
            + "\"parallelism\":4,\"maxParallelism\":720}";

    KeyPlacementSpec read = json.readValue(plan, KeyPlacementSpec.class);

    assertThat(read.placement()).isEqualTo("modulo");
    assertThat(read.maxParallelism()).isEqualTo(720);
  }

  @Test
  void theRuntimeGetsWhatWasSet() {
    MonitorSettings settings = spec("auto").withMonitor(MONITOR).monitorSettings();

    assertThat(settings.trigger()).isEqualTo(TriggerKind.PERIOD);
    assertThat(settings.interval()).isEqualTo(Duration.ofSeconds(20));
    assertThat(settings.records()).isZero();
    assertThat(settings.sampleRate()).isEqualTo(0.5);
    assertThat(settings.weights()).isNull();
    assertThat(settings.control()).isEqualTo("redis://me:secret@h:6379/channel");
    BalanceSettings balance = settings.balance();
    assertThat(balance.threshold()).isEqualTo(0.7);
    assertThat(balance.maxKeys()).isEqualTo(8);
    assertThat(balance.maxBytes()).isEqualTo(1L << 40);
    assertThat(balance.minimumGain()).isEqualTo(0.1);
    assertThat(balance.settlingTime()).isEqualTo(Duration.ofSeconds(5));
    assertThat(balance.graceTime()).isEqualTo(Duration.ofMinutes(1));
    assertThat(spec("weight").withMonitor(MONITOR).monitorSettings().weights())
        .containsExactly(60, 40);
  }

  /** The planner and the runtime declare them separately. */
  @Test
  void theDefaultsAreThoseOfTheRuntime() {
    MonitorSettings runtime = MonitorSettings.DEFAULT;
    BalanceSettings balance = BalanceSettings.DEFAULT;

    assertThat(TrilinkOptions.PARTITION_MONITOR_SAMPLE_RATE.defaultValue())
        .isEqualTo(runtime.sampleRate());
    assertThat(TrilinkOptions.PARTITION_MONITOR_THRESHOLD.defaultValue())
        .isEqualTo(balance.threshold());
    assertThat(TrilinkOptions.PARTITION_SYNC_MAX_KEYS.defaultValue()).isEqualTo(balance.maxKeys());
    assertThat(TrilinkOptions.PARTITION_SYNC_MAX_BYTES.defaultValue().getBytes())
        .isEqualTo(balance.maxBytes());
    assertThat(TrilinkOptions.PARTITION_SYNC_MIN_GAIN.defaultValue())
        .isEqualTo(balance.minimumGain());
    assertThat(TrilinkOptions.PARTITION_SYNC_SETTLING_TIME.defaultValue())
        .isEqualTo(balance.settlingTime());
    assertThat(TrilinkOptions.PARTITION_SYNC_GRACE_TIME.defaultValue())
        .isEqualTo(balance.graceTime());
  }

  private static KeyPlacementSpec spec(String strategy) {
    return new KeyPlacementSpec(
        TrilinkOptions.PARTITION.parse(strategy),
        strategy.equals("weight") ? List.of(60, 40) : null,
        WeightDraw.HASH,
        null);
  }
}
