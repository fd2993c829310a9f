/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkerTest {

  private static final int ENOUGH = 10_000;

  private final List<Integer> hundred = IntStream.range(0, 100).boxed().toList();

  /** Fails if all these are there. */
  private static Function<List<Integer>, Optional<List<Integer>>> needs(Integer... needed) {
    return items -> items.containsAll(List.of(needed)) ? Optional.of(items) : Optional.empty();
  }

  @Test
  void leavesOutWhatIsNotNeeded() {
    assertThat(Shrinker.shrink(hundred, needs(3, 50, 51, 97), ENOUGH))
        .containsExactly(3, 50, 51, 97);
  }

  @Test
  void keepsEverythingIfEverythingIsNeeded() {
    assertThat(Shrinker.shrink(hundred, needs(hundred.toArray(Integer[]::new)), ENOUGH))
        .isEqualTo(hundred);
  }

  @Test
  void leavesOutEverythingIfNothingIsNeeded() {
    assertThat(Shrinker.shrink(hundred, needs(), ENOUGH)).isEmpty();
  }

  /** The shrinker goes on with those of the items that had an effect. */
  @Test
  void goesOnWithWhatHadAnEffect() {
    List<Integer> tried = new ArrayList<>();
    List<Integer> shortest =
        Shrinker.shrink(
            hundred,
            items -> {
              tried.add(items.size());
              return items.contains(7)
                  ? Optional.of(items.stream().filter(item -> item < 10).toList())
                  : Optional.empty();
            },
            ENOUGH);
    assertThat(shortest).containsExactly(7);
    assertThat(tried.get(1)).isLessThan(10);
  }

  @Test
  void stopsAfterSoManyTries() {
    int[] tries = new int[1];
    List<Integer> shorter =
        Shrinker.shrink(
            hundred,
            items -> {
              tries[0]++;
              return needs(99).apply(items);
            },
            3);
    assertThat(tries[0]).isEqualTo(3);
    assertThat(shorter).contains(99).hasSizeLessThan(100);
  }
}
