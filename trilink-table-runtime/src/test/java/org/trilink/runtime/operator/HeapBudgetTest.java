/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much of a heap operators may use together, and each of them. */
class HeapBudgetTest {

  private static final long MB = 1 << 20;

  @ParameterizedTest
  @CsvSource({
    "128, 25",
    "160, 38",
    "256, 76",
    "320, 102",
    "512, 179",
    "1024, 384",
    "4096, 1612",
    "8192, 3251"
  })
  void isAPartOfWhatFlinkLeaves(long heap, long budget) {
    assertThat(budget(heap * MB).share() / MB).isEqualTo(budget);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 10, 64})
  void isNothingWhereFlinkNeedsAll(long heap) {
    assertThat(budget(heap * MB).share()).isZero();
  }

  @Test
  void isDividedAmongAllThatHaveAShare() {
    HeapBudget budget = budget(1024 * MB);
    long all = budget.share();
    OperatorMemory first = OperatorMemory.shareOf(budget, Long.MAX_VALUE);
    assertThat(first.budget()).isEqualTo(all);

    OperatorMemory second = OperatorMemory.shareOf(budget, Long.MAX_VALUE);
    OperatorMemory third = OperatorMemory.shareOf(budget, MB);
    assertThat(first.budget()).isEqualTo(all / 3).isEqualTo(second.budget());
    assertThat(third.budget()).as("its own limit").isEqualTo(MB);

    second.close();
    second.close(); // once is enough
    third.close();
    assertThat(first.budget()).isEqualTo(all);
  }

  @Test
  void isLoweredByHalvesAndRaisedInSteps() {
    HeapBudget budget = budget(1024 * MB);
    long all = budget.share();
    budget.take();
    budget.lower();
    assertThat(budget.share()).isEqualTo(all / 2);
    budget.raise();
    assertThat(budget.share()).isBetween(all / 2 + 1, all - 1);
    for (int i = 0; i < 100; i++) {
      budget.lower();
    }
    assertThat(budget.share()).isEqualTo(all / 64);
    for (int i = 0; i < 100; i++) {
      budget.raise();
    }
    assertThat(budget.share()).isEqualTo(all);
  }

  @Test
  void startsAgainWhenAllSharesWereGivenBack() {
    HeapBudget budget = budget(1024 * MB);
    long all = budget.share();
    budget.take();
    budget.lower();
    budget.release();
    budget.take();
    assertThat(budget.share()).isEqualTo(all);
  }

  @Test
  void isThePartThatTheConfigurationSays() {
    assertThat(budget(1064 * MB, 0.25).share() / MB).isEqualTo(250);
    assertThat(budget(1064 * MB, 0).share()).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void theConfigurationIsChecked(double fraction) {
    assertThatThrownBy(() -> budget(1024 * MB, fraction))
        .hasMessage(
            "'trilink.heap-budget.fraction' is %s, but must be between 0 and 1; the default is 0.4.",
            fraction);
  }

  private static HeapBudget budget(long heap) {
    return budget(heap, HeapBudget.FRACTION.defaultValue());
  }

  private static HeapBudget budget(long heap, double fraction) {
    return new HeapBudget(heap, fraction, TestHeap.NO_PRESSURE);
  }
}
