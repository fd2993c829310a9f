/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.util.clock.ManualClock;
import org.junit.jupiter.api.Test;

class LimitedWarningsTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ManualClock clock = new ManualClock();
  private final List<String> lines = new ArrayList<>();
  private final LimitedWarnings warnings = new LimitedWarnings(lines::add, clock);

  @Test
  void theFirstIsLoggedAtOnceAndTheOthersAreCounted() {
    for (int i = 0; i < 60_000; i++) {
      warnings.add("junk " + i);
    }
    clock.advanceTime(MINUTE.minusMillis(1));
    warnings.tick();
    assertThat(lines).containsExactly("junk 0");

    clock.advanceTime(Duration.ofMillis(1));
    warnings.tick();
    clock.advanceTime(MINUTE);
    warnings.tick();
    assertThat(lines)
        .containsExactly("junk 0", "junk 59999 (the last of 59999 more such warnings)");
  }

  @Test
  void afterAQuietMinuteTheNextIsLoggedAtOnce() {
    warnings.add("one");
    clock.advanceTime(MINUTE);
    warnings.add("two");
    clock.advanceTime(Duration.ofMillis(1));
    warnings.add("three");
    assertThat(lines).containsExactly("one", "two");
    clock.advanceTime(MINUTE);
    warnings.add("four");
    assertThat(lines).containsExactly("one", "two", "four (the last of 2 more such warnings)");
  }

  @Test
  void nothingIsLostAtTheEnd() {
    warnings.add("one");
    clock.advanceTime(Duration.ofMillis(1));
    assertThat(warnings.isWithholding()).isFalse();
    warnings.add("two");
    assertThat(warnings.isWithholding()).isTrue();
    warnings.flush();
    warnings.flush();
    assertThat(warnings.isWithholding()).isFalse();
    assertThat(lines).containsExactly("one", "two");
  }
}
