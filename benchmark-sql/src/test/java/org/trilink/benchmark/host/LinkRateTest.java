/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkRateTest {

  @ParameterizedTest
  @CsvSource({
    "800kbit, 800_000, 800kbit",
    "50mbit, 50_000_000, 50mbit",
    "1GBIT, 1_000_000_000, 1gbit",
    "1500mbit, 1_500_000_000, 1500mbit",
    "2000kbit, 2_000_000, 2mbit",
  })
  void readsWhatItPrints(String text, String bitsPerSecond, String printed) {
    LinkRate rate = LinkRate.parse(text);

    assertThat(rate.bitsPerSecond()).isEqualTo(Long.parseLong(bitsPerSecond.replace("_", "")));
    assertThat(rate).hasToString(printed);
    assertThat(LinkRate.parse(printed)).isEqualTo(rate);
  }

  @Test
  void noneIsNoLimit() {
    assertThat(LinkRate.parse("none")).isEqualTo(LinkRate.UNLIMITED).hasToString("none");
    assertThat(LinkRate.UNLIMITED.limited()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "50", "50mbps", "0mbit", "-1mbit", "fast", "5.5mbit"})
  void namesWhatIsNone(String text) {
    assertThatThrownBy(() -> LinkRate.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got " + text)
        .hasMessageContaining("50mbit");
  }

  @Test
  void theBucketHoldsWhatASenderHandsOverAtOnce() {
    assertThat(HostNetwork.tokenBucket(LinkRate.parse("50mbit")))
        .isEqualTo("tbf rate 50000000bit burst 131072b latency 100ms");
    assertThat(HostNetwork.tokenBucket(LinkRate.parse("10gbit"))).contains("burst 5000000b");
  }
}
