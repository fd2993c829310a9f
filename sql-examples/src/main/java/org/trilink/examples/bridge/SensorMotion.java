/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import java.util.SplittableRandom;

/**
 * How far each sensor has settled, in micrometres: an offset of its own and a few micrometres an
 * hour, up and down with the day's warmth, and now and then a step: the arch moves by up to some
 * millimetres, and with the next step back. One sensor in 25 has an offset near a level's limit.
 */
final class SensorMotion {

  private static final long DAY_MS = 86_400_000;
  private static final long HOUR_MS = 3_600_000;

  private static final int MAX_OFFSET = 7_000;
  private static final int SENSORS_PER_SETTLED = 25;
  private static final int[] SETTLED = {10_000, 15_000, 20_000};
  private static final int SETTLED_SPREAD = 500;
  private static final int MAX_PER_HOUR = 50;
  private static final int WARMTH = 1_500;

  private static final int MIN_STEP_INTERVAL_MS = 30_000;
  private static final int MAX_STEP_INTERVAL_MS = 570_000;
  private static final int MIN_STEP = 1_000;
  private static final int MAX_STEP = 8_000;

  private final short[] offsets;
  private final byte[] perHour;
  private final short[] displacements;
  private final long[] nextSteps;
  private final SplittableRandom steps;

  SensorMotion(int sensors, SplittableRandom random) {
    offsets = new short[sensors];
    perHour = new byte[sensors];
    displacements = new short[sensors];
    nextSteps = new long[sensors];
    for (int sensor = 0; sensor < sensors; sensor++) {
      offsets[sensor] = (short) offset(sensor, random);
      perHour[sensor] = (byte) random.nextInt(MAX_PER_HOUR + 1);
      nextSteps[sensor] = random.nextLong(MAX_STEP_INTERVAL_MS);
    }
    steps = random.split();
  }

  private static int offset(int sensor, SplittableRandom random) {
    if (sensor % SENSORS_PER_SETTLED != SENSORS_PER_SETTLED - 1) {
      return between(-MAX_OFFSET, MAX_OFFSET, random);
    }
    int settled = SETTLED[sensor / SENSORS_PER_SETTLED % SETTLED.length];
    return settled + between(-SETTLED_SPREAD, SETTLED_SPREAD, random);
  }

  /**
   * Goes on to a later time.
   *
   * @param sinceStartMs event time since the first reading's; not before the sensor's last
   */
  long micrometresAt(int sensor, long sinceStartMs) {
    while (sinceStartMs >= nextSteps[sensor]) {
      step(sensor);
    }
    return offsets[sensor]
        + perHour[sensor] * sinceStartMs / HOUR_MS
        + warmth(sinceStartMs)
        + displacements[sensor];
  }

  private void step(int sensor) {
    int size = between(MIN_STEP, MAX_STEP, steps);
    int direction = steps.nextBoolean() ? 1 : -1;
    displacements[sensor] = displacements[sensor] == 0 ? (short) (direction * size) : 0;
    nextSteps[sensor] += between(MIN_STEP_INTERVAL_MS, MAX_STEP_INTERVAL_MS, steps);
  }

  /** Rises for half of the day and falls for the other, in a straight line. */
  private static long warmth(long sinceStartMs) {
    long time = sinceStartMs % DAY_MS;
    return WARMTH * Math.min(time, DAY_MS - time) / (DAY_MS / 2);
  }

  private static int between(int least, int most, SplittableRandom random) {
    return random.nextInt(least, most + 1);
  }
}
