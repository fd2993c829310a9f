/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

class AmountTest {

  @Test
  void countsHaveThreeDigits() {
    assertThat(Amount.count(0)).isEqualTo("0");
    assertThat(Amount.count(9_876)).isEqualTo("9,876");
    assertThat(Amount.count(845_312)).isEqualTo("845 k");
    assertThat(Amount.count(999_600)).isEqualTo("1.00 M");
    assertThat(Amount.count(1_934_212)).isEqualTo("1.93 M");
    assertThat(Amount.count(36_736_000)).isEqualTo("36.7 M");
  }

  @Test
  void bytesAreDecimal() {
    assertThat(Amount.bytes(0)).isEqualTo("0 B");
    assertThat(Amount.bytes(1_500)).isEqualTo("1.50 kB");
    assertThat(Amount.bytes(12_300_000)).isEqualTo("12.3 MB");
  }

  @Test
  void timesFromTenSecondsOnAreSeconds() {
    assertThat(Amount.millis(845)).isEqualTo("845 ms");
    assertThat(Amount.millis(61_500)).isEqualTo("61.5 s");
  }

  @Test
  void secondsHaveThreeDigits() {
    assertThat(Amount.of(Metric.SECONDS).apply(61.52)).isEqualTo("61.5 s");
  }

  @Test
  void nearlyAllIsNotAll() {
    assertThat(Amount.share(1)).isEqualTo("100 %");
    assertThat(Amount.share(0.99999)).isEqualTo("> 99.9 %");
    assertThat(Amount.share(0.00001)).isEqualTo("< 0.01 %");
    assertThat(Amount.share(0)).isEqualTo("0 %");
    assertThat(Amount.share(0.8127)).isEqualTo("81.3 %");
  }

  @Test
  void aRangeNeedsTwoRuns() {
    assertThat(Amount.range(Optional.empty(), Amount::count)).isEqualTo("–");
    assertThat(Amount.range(sample(5), Amount::count)).isEqualTo("5");
    assertThat(Amount.range(sample(5, 4, 9), Amount::count)).isEqualTo("5 [4 – 9]");
  }

  private static Optional<Sample> sample(double... values) {
    return Optional.of(Sample.of(DoubleStream.of(values)));
  }
}
