/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReasonsTest {

  @Test
  void failuresForOneReasonAreAlike() {
    assertThat(Reasons.of(new IllegalStateException("Column 'a' of 3 is not there.\nAt line 2")))
        .isEqualTo(Reasons.of(new IllegalStateException("Column 'b' of 17 is not there.\nAt x")))
        .isEqualTo("IllegalStateException: Column '...' of N is not there.");
  }

  @Test
  void theRootIsTheReason() {
    assertThat(Reasons.of(new RuntimeException("job failed", new ArithmeticException("/ by zero"))))
        .isEqualTo("ArithmeticException: / by zero");
  }

  @Test
  void aFailureNeedsNoMessage() {
    assertThat(Reasons.of(new StackOverflowError())).isEqualTo("StackOverflowError: ");
  }
}
