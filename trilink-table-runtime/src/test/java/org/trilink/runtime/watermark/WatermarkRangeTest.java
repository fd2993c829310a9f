/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.WatermarkRange.NONE;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WatermarkRangeTest {

  private static final long DAY = 86_400_000;

  private final WatermarkRange range = new WatermarkRange();

  @Test
  void isEmptyWithoutWatermarks() {
    assertEmpty(range);
    range.move(NONE, 7);
    range.move(7, NONE);
    assertEmpty(range);
  }

  @Test
  void isExactForWatermarksThatAreClose() {
    range.move(NONE, -5);
    range.move(NONE, 20);
    range.move(NONE, 58);
    assertRange(-5, 58);
    range.move(-5, 21);
    assertRange(20, 58);
    range.move(58, NONE);
    assertRange(20, 21);
  }

  @Test
  void followsTheOnlyWatermarkExactly() {
    range.move(NONE, 1_000);
    range.move(1_000, 1_000 + 365 * DAY);
    assertRange(1_000 + 365 * DAY, 1_000 + 365 * DAY);
  }

  @Test
  void isExactToSomePercent() {
    for (int seed = 1; seed <= 50; seed++) {
      Random random = new Random(seed);
      WatermarkRange walked = new WatermarkRange();
      List<Long> watermarks = new ArrayList<>();
      long pace = 1 + random.nextLong(100_000);
      long widest = 0;
      for (int step = 0; step < 3_000; step++) {
        int kind = random.nextInt(100);
        if (watermarks.size() < 3 || kind < 3) {
          watermarks.add(step * pace + random.nextLong(20 * pace) - 500 * pace);
          walked.move(NONE, watermarks.get(watermarks.size() - 1));
        } else if (kind < 5) {
          walked.move(watermarks.remove(random.nextInt(watermarks.size())), NONE);
        } else {
          int index = random.nextInt(watermarks.size());
          long moved = watermarks.get(index) + random.nextLong(100 * pace);
          walked.move(watermarks.set(index, moved), moved);
        }
        long slowest = Collections.min(watermarks);
        long fastest = Collections.max(watermarks);
        widest = Math.max(widest, fastest - slowest);
        // the width of buckets depends on the widest range so far, unless that was long ago
        assertThat(slowest - walked.slowest()).as("seed %s", seed).isBetween(0L, widest / 30);
        assertThat(fastest - walked.fastest()).as("seed %s", seed).isBetween(0L, widest / 30);
        if (step % 100 == 0) {
          walked = new WatermarkRange(walked.recent(), walked.old(), walked.border());
        }
      }
      for (long watermark : watermarks) {
        walked.move(watermark, NONE);
      }
      assertEmpty(walked);
    }
  }

  /** One key with a wrong clock must not make the spread imprecise forever. */
  @Test
  void getsExactAgainOnceAnOutlierIsGone() {
    range.move(NONE, 0);
    range.move(NONE, 10_000 * DAY);
    assertThat(range.fastest() - range.slowest()).isGreaterThan(9_000 * DAY);
    range.move(NONE, 500);
    range.move(10_000 * DAY, NONE);
    long first = 0;
    long second = 500;
    for (int i = 0; i < 100; i++) { // all advance, about half a second apart
      range.move(first, first + 100);
      range.move(second, second + 100);
      first += 100;
      second += 100;
    }
    assertThat(range.fastest() - range.slowest()).isBetween(450L, 550L);
  }

  private static void assertEmpty(WatermarkRange range) {
    assertThat(range.slowest()).isEqualTo(Long.MAX_VALUE);
    assertThat(range.fastest()).isEqualTo(Long.MIN_VALUE);
  }

  private void assertRange(long slowest, long fastest) {
    assertThat(range.slowest()).isEqualTo(slowest);
    assertThat(range.fastest()).isEqualTo(fastest);
  }
}
