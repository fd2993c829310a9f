/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.SplittableRandom;

/**
 * The sensors of a supply grid: districts of differing size, each with an id prefix of its own
 * (100000, 200000, ...), and in them feeders of a few sensors each.
 */
final class SensorGrid {

  private static final long PREFIX = 100_000;
  private static final int MAX_SENSORS_PER_PREFIX = 99_999;
  private static final int SENSORS_PER_FEEDER = 10;
  private static final int SENSORS_PER_DISTRICT = 25;
  private static final int MAX_DISTRICTS = 9;

  private final long[] ids;
  private final int[] feeders;
  private int feederCount;

  SensorGrid(int sensors, SplittableRandom random) {
    ids = new long[sensors];
    feeders = new int[sensors];
    int districts = Math.max(1, Math.min(sensors / SENSORS_PER_DISTRICT, MAX_DISTRICTS));
    double[] shares = cumulativeShares(districts, random);
    long prefix = PREFIX;
    int first = 0;
    for (double share : shares) {
      int end = (int) Math.round(share * sensors);
      prefix = fillDistrict(first, end, prefix);
      first = end;
    }
  }

  /** Districts differ up to eightfold; the last one's cumulative share is exactly 1. */
  private static double[] cumulativeShares(int districts, SplittableRandom random) {
    double[] shares = new double[districts];
    double sum = 0;
    for (int i = 0; i < districts; i++) {
      sum += random.nextInt(1, 9);
      shares[i] = sum;
    }
    for (int i = 0; i < districts; i++) {
      shares[i] /= sum;
    }
    return shares;
  }

  /** Returns the next district's prefix: a district too large for one takes several. */
  private long fillDistrict(int first, int end, long prefix) {
    long usedPrefix = prefix;
    int number = 0;
    for (int sensor = first; sensor < end; sensor++) {
      if (number == MAX_SENSORS_PER_PREFIX) {
        usedPrefix += PREFIX;
        number = 0;
      }
      if ((sensor - first) % SENSORS_PER_FEEDER == 0) {
        feederCount++;
      }
      ids[sensor] = usedPrefix + ++number;
      feeders[sensor] = feederCount - 1;
    }
    return usedPrefix + PREFIX;
  }

  /** The id of the sensor at this position. */
  long id(int sensor) {
    return ids[sensor];
  }

  /** The feeder of the sensor at this position, from 0. */
  int feeder(int sensor) {
    return feeders[sensor];
  }

  int feederCount() {
    return feederCount;
  }
}
