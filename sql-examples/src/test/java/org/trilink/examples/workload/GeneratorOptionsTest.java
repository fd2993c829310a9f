/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GeneratorOptionsTest {

  @Test
  void takesTheBoundsThemselves() {
    assertThat(new GeneratorOptions(0, 1, 0, Duration.ZERO, 0, 0).rows()).isZero();
    assertThat(
            new GeneratorOptions(
                    Long.MAX_VALUE, 10_000_000, 1, Duration.ofDays(365), 10, Long.MIN_VALUE)
                .keys())
        .isEqualTo(10_000_000);
  }

  @Test
  void refusesOthersByName() {
    refuses(-1, 1, 0, Duration.ZERO, 0, "--rows must not be negative, got -1");
    refuses(1, 0, 0, Duration.ZERO, 0, "--keys must be between 1 and 10000000, got 0");
    refuses(1, 1, 1.5, Duration.ZERO, 0, "--disorder must be between 0 and 1, got 1.5");
    refuses(1, 1, Double.NaN, Duration.ZERO, 0, "--disorder must be between 0 and 1, got NaN");
    refuses(
        1, 1, 0, Duration.ofMillis(-1), 0, "--skew must be between 0 and 365 days, got PT-0.001S");
    refuses(1, 1, 0, Duration.ZERO, -0.1, "--zipf must be between 0 and 10, got -0.1");
  }

  @Test
  void equallyBusyKeysCannotChange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GeneratorOptions(1, 1, 0, Duration.ZERO, 0, 0, true))
        .withMessage("--shift needs --zipf above 0: equally busy keys cannot change, got 0.0");
  }

  private static void refuses(
      long rows, int keys, double disorder, Duration skew, double zipf, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GeneratorOptions(rows, keys, disorder, skew, zipf, 0))
        .withMessage(message);
  }
}
