/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YsbTest {

  private static final Campaign CAMPAIGN = Campaign.number(17);

  @Test
  void anEventsKeyIsItsCampaign() {
    for (int ad = 0; ad < Campaign.ADS; ad++) {
      assertThat(keyOf("{\"ad_id\": \"%s\"}".formatted(CAMPAIGN.ad(ad)))).isEqualTo(CAMPAIGN.id());
    }
  }

  @Test
  void anUnknownAdIsAKeyOfItsOwn() {
    assertThat(keyOf("{\"ad_id\": \"ad of another\"}")).isEqualTo("ad of another");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "[]", "{}", "{\"ad_id\": null}"})
  void aLineWithoutAnAdHasTheEmptyKey(String line) {
    assertThat(keyOf(line)).isEmpty();
  }

  @Test
  void latencyIsFromAWindowsEndToItsUpdate() {
    assertThat(
            latenciesMs(
                row("a", 0, ",\"time_updated\":12345"),
                row("a", 10_000, ",\"time_updated\":20000"),
                row("a", 20_000, ",\"time_updated\":99999"),
                row("b", 0, ",\"time_updated\":25000"),
                row("b", 10_000, ""),
                row("b", 20_000, ",\"time_updated\":99999")))
        .as("without the last of each campaign, which the job's end ended, and those that lack it")
        .containsExactly(2_345, 0, 15_000);
  }

  @Test
  void oneWindowTellsNoLatency() {
    assertThat(latenciesMs(row("a", 0, ",\"time_updated\":12345"))).isEmpty();
  }

  private static long[] latenciesMs(String... rows) {
    return new YsbRowTimes()
        .latenciesMs(Stream.of(rows).map(row -> row.getBytes(StandardCharsets.UTF_8)).toList())
        .toArray();
  }

  private static String row(String campaign, long start, String timeUpdated) {
    return "{\"campaign_id\":\"%s\",\"window_start\":%d,\"seen_count\":1%s}"
        .formatted(campaign, start, timeUpdated);
  }

  private static String keyOf(String line) {
    byte[] key = new Ysb().keyOf(line.getBytes(StandardCharsets.UTF_8));
    return new String(key, StandardCharsets.UTF_8);
  }
}
