/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which of three entries is evicted. */
class EvictionClockTest {

  private static final int REFERENCES = 16;

  private final EvictionClock<Named> clock = new EvictionClock<>();
  private final Named first = new Named();
  private final Named second = new Named();
  private final Named third = new Named();

  private static final class Named extends EvictionClock.Entry {}

  @BeforeEach
  void fill() {
    for (Named entry : List.of(first, second, third)) {
      assertThat(entry.isKept()).isFalse();
      clock.add(entry);
      assertThat(entry.isKept()).isTrue();
    }
  }

  @Test
  void entriesStayAsLongAsTheyHaveReferences() {
    for (int i = 0; i < 3 * REFERENCES; i++) {
      assertThat(clock.tick()).isNull();
    }
    assertThat(clock.tick()).isSameAs(first);
  }

  @Test
  void oneThatIsUsedStays() {
    for (int i = 0; i < 3 * REFERENCES; i++) {
      assertThat(clock.tick()).isNull();
    }
    first.use();
    assertThat(clock.tick()).isNull();
    assertThat(clock.tick()).isSameAs(second);
  }

  @Test
  void handPassesTheOneThatTakesAnEvictedOnesPlace() {
    Named victim = ticksUntilOneLeaves();
    assertThat(victim).isSameAs(first);
    clock.remove(first);
    clock.evicted();
    assertThat(first.isKept()).isFalse();
    assertThat(clock.tick()).isSameAs(second);
  }

  @Test
  void sparesTheOneThatIsNeeded() {
    assertThat(clock.victimOtherThan(second)).isSameAs(first);
    assertThat(clock.victimOtherThan(first)).isSameAs(second);
  }

  @Test
  void knowsWhoIsThere() {
    clock.remove(first);
    clock.remove(third);
    assertThat(clock.size()).isEqualTo(1);
    assertThat(clock.entries()).containsExactly(second);
    clock.remove(second);
    assertThat(clock.entries()).isEmpty();
    clock.add(first);
    assertThat(ticksUntilOneLeaves()).isSameAs(first);
  }

  private Named ticksUntilOneLeaves() {
    Named victim = clock.tick();
    while (victim == null) {
      victim = clock.tick();
    }
    return victim;
  }
}
