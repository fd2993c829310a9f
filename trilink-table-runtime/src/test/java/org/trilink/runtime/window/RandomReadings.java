/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random input: the time of every key advances independently, far from the others, with steps back,
 * pauses and jumps. The keys' records are interleaved at random. Times in ms.
 */
public final class RandomReadings {

  private final Random random;
  private final long pace;
  private final List<String> keys = new ArrayList<>();
  private final List<Long> clocks = new ArrayList<>();

  /**
   * @param start the approximate start of the first key's time; each further key is 1000 paces
   *     later
   * @param pace a step of time: about a slice
   */
  public RandomReadings(long seed, int keys, long start, long pace) {
    this.random = new Random(seed);
    this.pace = pace;
    for (int i = 0; i < keys; i++) {
      this.keys.add("key-" + i);
      clocks.add(start + 1000L * i * pace + random.nextLong(pace));
    }
  }

  /** Makes NULL one of the keys. */
  RandomReadings withNullKey() {
    keys.set(keys.size() / 2, null);
    return this;
  }

  public List<String> keys() {
    return keys;
  }

  public List<Reading> next(int count) {
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      readings.add(next());
    }
    return readings;
  }

  public Reading next() {
    int key = random.nextInt(keys.size());
    long clock = clocks.get(key);
    long time =
        switch (random.nextInt(10)) {
          case 0 -> clock; // the very same time
          case 1, 2 -> clock - random.nextLong(2 * pace);
          case 3 -> clock - random.nextLong(8 * pace);
          case 4 -> clock + random.nextLong(10 * pace);
          case 5 -> Math.floorDiv(clock, pace) * pace + pace - random.nextLong(2); // at a slice end
          default -> clock + random.nextLong(1 + pace / 2);
        };
    clocks.set(key, Math.max(clock, time));
    return Reading.of(keys.get(key), time, random.nextLong(1000) - 500);
  }
}
