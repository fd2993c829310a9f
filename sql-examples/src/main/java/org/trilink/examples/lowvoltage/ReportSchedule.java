package org.trilink.examples.lowvoltage;

import java.util.SplittableRandom;
import org.trilink.examples.workload.GeneratorOptions;

/**
 * How many readings each sensor reports, at which event times, and how late they arrive. Equally
 * busy sensors report once a second; unequally busy ones share the same time and the same total.
 */
final class ReportSchedule {

  private static final double MEAN_INTERVAL_MS = 1_000;

  private final long[] counts;
  private final double[] intervalsMs;
  private final short[] phasesMs;
  private final long[] lagsMs;

  ReportSchedule(GeneratorOptions options, SplittableRandom random) {
    int sensors = options.keys();
    double[] weights = weights(sensors, options.zipf(), random.split());
    counts = counts(options.rows(), weights);
    intervalsMs = intervals(weights);
    phasesMs = phases(sensors, random.split());
    lagsMs = lags(options, random.split());
  }

  private static double[] weights(int sensors, double zipf, SplittableRandom random) {
    int[] ranks = Permutation.of(sensors, random);
    double[] weights = new double[sensors];
    for (int sensor = 0; sensor < sensors; sensor++) {
      weights[sensor] = Math.pow(ranks[sensor] + 1.0, -zipf);
    }
    return weights;
  }

  /** Rounded so that they add up to exactly the rows asked for. */
  private static long[] counts(long rows, double[] weights) {
    double total = sum(weights);
    long[] counts = new long[weights.length];
    double weightSoFar = 0;
    long rowsSoFar = 0;
    for (int sensor = 0; sensor < weights.length; sensor++) {
      weightSoFar += weights[sensor];
      boolean last = sensor == weights.length - 1;
      long rowsThen = last ? rows : Math.round(rows * (weightSoFar / total));
      counts[sensor] = rowsThen - rowsSoFar;
      rowsSoFar = rowsThen;
    }
    return counts;
  }

  /** Stretched where the busiest sensor would have two readings in one millisecond. */
  private static double[] intervals(double[] weights) {
    double meanWeight = sum(weights) / weights.length;
    double[] intervals = new double[weights.length];
    double shortest = Double.MAX_VALUE;
    for (int sensor = 0; sensor < weights.length; sensor++) {
      intervals[sensor] = MEAN_INTERVAL_MS * (meanWeight / weights[sensor]);
      shortest = Math.min(shortest, intervals[sensor]);
    }
    if (shortest < 1) {
      for (int sensor = 0; sensor < weights.length; sensor++) {
        intervals[sensor] /= shortest;
      }
    }
    return intervals;
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  private static short[] phases(int sensors, SplittableRandom random) {
    short[] phases = new short[sensors];
    for (int sensor = 0; sensor < sensors; sensor++) {
      phases[sensor] = (short) random.nextInt((int) MEAN_INTERVAL_MS);
    }
    return phases;
  }

  /**
   * Late sensors are drawn from those that report at all; the first of them is late by the skew.
   */
  private long[] lags(GeneratorOptions options, SplittableRandom random) {
    long skewMs = options.skew().toMillis();
    long[] lags = new long[options.keys()];
    if (options.disorder() == 0 || skewMs == 0) {
      return lags;
    }
    int lateLeft = lateSensors(options.disorder());
    long lag = skewMs;
    for (int sensor : Permutation.of(options.keys(), random)) {
      if (lateLeft > 0 && counts[sensor] > 0) {
        lags[sensor] = lag;
        lag = 1 + random.nextLong(skewMs);
        lateLeft--;
      }
    }
    return lags;
  }

  private int lateSensors(double disorder) {
    int reporting = 0;
    for (long count : counts) {
      reporting += count > 0 ? 1 : 0;
    }
    return Math.max(1, (int) Math.round(disorder * reporting));
  }

  /** How many readings the sensor reports; may be 0 if sensors are unequally busy. */
  long count(int sensor) {
    return counts[sensor];
  }

  /** The event time of the sensor's n-th reading, from 0, in milliseconds since the start. */
  long eventTimeMs(int sensor, long n) {
    return phasesMs[sensor] + (long) (n * intervalsMs[sensor]);
  }

  /** How long after their event time the sensor's readings arrive. */
  long lagMs(int sensor) {
    return lagsMs[sensor];
  }
}
