/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SoakInputTest {

  private static final int SECONDS = 300;

  @Test
  void keysComeSleepAndGo() {
    Map<Long, Long> first = new HashMap<>();
    Map<Long, Long> last = new HashMap<>();
    Map<Long, Long> longestPause = new HashMap<>();
    for (long place = 0; place < new SoakInput(SECONDS).rowsOfPart(); place++) {
      long key = SoakInput.key(0, place);
      long time = SoakInput.arrival(place);
      first.putIfAbsent(key, time);
      Long before = last.put(key, time);
      longestPause.merge(key, before == null ? 0 : time - before, Math::max);
    }

    assertThat(first.size()).isBetween(3 * SoakInput.KEYS_OF_PART, 4 * SoakInput.KEYS_OF_PART);
    assertThat(first.keySet())
        .allSatisfy(key -> assertThat(last.get(key) - first.get(key)).isLessThanOrEqualTo(120_000));
    assertThat(longestPause.values().stream().filter(pause -> pause > 59_000).count())
        .as("keys that sleep")
        .isGreaterThan(300);
    assertThat(longestPause.values()).allMatch(pause -> pause < SoakInput.MAX_SKEW.toMillis());
  }

  @Test
  void someReadingsAreLateOrAhead() {
    long late = 0;
    long ahead = 0;
    Set<Long> seen = new HashSet<>();
    for (long place = 0; place < new SoakInput(SECONDS).rowsOfPart(); place++) {
      long key = SoakInput.key(1, place);
      if (SoakInput.counts(place)) {
        assertThat(SoakInput.time(place)).isEqualTo(SoakInput.arrivalTime(place));
        seen.add(key);
        continue;
      }
      assertThat(seen).as("its key has had one that counts").contains(key);
      if (SoakInput.time(place) < SoakInput.arrivalTime(place)) {
        late++;
      } else {
        ahead++;
      }
    }
    assertThat(late).isGreaterThan(1_000);
    assertThat(ahead).isGreaterThan(1_000);
  }

  @Test
  void keysOfPartsAreDifferent() {
    for (long place = 0; place < 100_000; place++) {
      assertThat(SoakInput.key(0, place) % SoakInput.PARTS).isZero();
      assertThat(SoakInput.key(1, place) % SoakInput.PARTS).isEqualTo(1);
    }
  }
}
