/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitedWarningsTest {

  private static final long MINUTE = 60_000;

  private final List<String> lines = new ArrayList<>();
  private final LimitedWarnings warnings = new LimitedWarnings(lines::add);

  @Test
  void theFirstIsLoggedAtOnceAndTheOthersAreCounted() {
    for (int i = 0; i < 60_000; i++) {
      warnings.add("junk " + i, -MINUTE);
    }
    warnings.tick(-1);
    assertThat(lines).containsExactly("junk 0");

    warnings.tick(0);
    warnings.tick(MINUTE);
    assertThat(lines)
        .containsExactly("junk 0", "junk 59999 (the last of 59999 more such warnings)");
  }

  @Test
  void afterAQuietMinuteTheNextIsLoggedAtOnce() {
    warnings.add("one", 0);
    warnings.add("two", MINUTE);
    warnings.add("three", MINUTE + 1);
    assertThat(lines).containsExactly("one", "two");
    warnings.add("four", 3 * MINUTE);
    assertThat(lines).containsExactly("one", "two", "four (the last of 2 more such warnings)");
  }

  @Test
  void nothingIsLostAtTheEnd() {
    warnings.add("one", 0);
    warnings.add("two", 1);
    warnings.flush();
    warnings.flush();
    assertThat(lines).containsExactly("one", "two");
  }
}
