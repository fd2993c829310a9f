/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PacedLinesTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** A clock that only goes on while somebody waits. */
  private long now = 17 * SECOND;

  private final long start = now;

  private PacedLines lines(int count, int perSecond) {
    Iterator<byte[]> lines = IntStream.range(0, count).mapToObj(i -> new byte[0]).iterator();
    return new PacedLines(lines, perSecond, () -> now, nanos -> now += nanos);
  }

  /** When the next line comes, in milliseconds from the start. */
  private long millisOfNext(PacedLines lines) {
    lines.next();
    return TimeUnit.NANOSECONDS.toMillis(now - start);
  }

  @Test
  void fewLinesComeOneByOne() {
    PacedLines lines = lines(4, 10);

    assertThat(LongStream.generate(() -> millisOfNext(lines)).limit(4))
        .containsExactly(100L, 200L, 300L, 400L);
    assertThat(lines.hasNext()).isFalse();
  }

  @Test
  void aDelayIsMadeUpFor() {
    PacedLines lines = lines(100, 10);
    assertThat(millisOfNext(lines)).isEqualTo(100);

    now += 2 * SECOND;

    assertThat(LongStream.generate(() -> millisOfNext(lines)).limit(20)).containsOnly(2_100L);
    assertThat(LongStream.generate(() -> millisOfNext(lines)).limit(2))
        .containsExactly(2_200L, 2_300L);
  }

  @Test
  void manyLinesComeAtTheirRateInTheLongRun() {
    PacedLines lines = lines(1_000_000, 100_000);

    while (lines.hasNext()) {
      lines.next();
    }

    assertThat(now - start).isBetween(10 * SECOND - SECOND / 100, 10 * SECOND);
  }
}
