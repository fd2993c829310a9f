/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CoordinateOrderTest {

  @Test
  void numbersAreOrderedByTheirValues() {
    assertThat(Stream.of("10", "8", "1").sorted(CoordinateOrder.NATURAL))
        .containsExactly("1", "8", "10");
    assertThat(Stream.of("1", "1/2", "0", "1/4").sorted(CoordinateOrder.NATURAL))
        .containsExactly("0", "1/4", "1/2", "1");
    assertThat(Stream.of("none", "100mbit", "25mbit").sorted(CoordinateOrder.NATURAL))
        .containsExactly("25mbit", "100mbit", "none");
  }

  @Test
  void wordsAreOrderedByTheirLetters() {
    assertThat(Stream.of("uniform", "skewed").sorted(CoordinateOrder.NATURAL))
        .containsExactly("skewed", "uniform");
  }
}
