/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** With lines that arrive at a steady rate. */
class LiveLinesTest {

  private static final long START = 17_000;

  /** A clock that only goes on while somebody waits. */
  private long now = START;

  private LiveLines lines(int count, int perSecond) {
    Iterator<byte[]> lines = IntStream.range(0, count).mapToObj(i -> new byte[0]).iterator();
    return new LiveLines(
        new SteadyLines(lines, START, perSecond), () -> now, millis -> now += millis);
  }

  /** When the next line comes, in milliseconds from the start. */
  private long millisOfNext(LiveLines lines) {
    lines.next();
    return now - START;
  }

  @Test
  void fewLinesComeOneByOne() {
    LiveLines lines = lines(4, 10);

    assertThat(LongStream.generate(() -> millisOfNext(lines)).limit(4))
        .containsExactly(0L, 100L, 200L, 300L);
    assertThat(lines.hasNext()).isFalse();
  }

  @Test
  void aDelayIsMadeUpFor() {
    LiveLines lines = lines(100, 10);
    lines.next();
    assertThat(millisOfNext(lines)).isEqualTo(100);

    now += 2_000;

    assertThat(LongStream.generate(() -> millisOfNext(lines)).limit(20)).containsOnly(2_100L);
    assertThat(LongStream.generate(() -> millisOfNext(lines)).limit(2))
        .containsExactly(2_200L, 2_300L);
  }

  @Test
  void manyLinesComeAtTheirRateInTheLongRun() {
    LiveLines lines = lines(1_000_000, 100_000);

    while (lines.hasNext()) {
      lines.next();
    }

    assertThat(now - START).isBetween(9_990L, 10_000L);
  }
}
