/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.generator;

import java.util.SplittableRandom;
import org.trilink.examples.workload.GeneratorOptions;

/**
 * How many records each key has, at which event times, and how late they arrive. Equally busy keys
 * have one in every interval; unequally busy ones share the same time and the same total. Which
 * keys are busy may change in the middle.
 */
public final class ReportSchedule {

  private final long[] counts;

  /** Before the busy keys change, if they do; else all. */
  private final long[] firstCounts;

  private final double[] firstIntervalsMs;
  private final double[] laterIntervalsMs;

  /** When the busy keys change. */
  private final long changeMs;

  private final short[] phasesMs;
  private final long[] lagsMs;

  /**
   * Draws a schedule.
   *
   * @param meanIntervalMs of a key's records, in milliseconds of event time, up to 32 s
   */
  public ReportSchedule(GeneratorOptions options, double meanIntervalMs, SplittableRandom random) {
    int keys = options.keys();
    double[] weights = weights(keys, options.zipf(), random.split());
    long laterRows = options.shift() ? options.rows() / 2 : 0;
    firstCounts = counts(options.rows() - laterRows, weights);
    firstIntervalsMs = intervals(weights, meanIntervalMs);
    phasesMs = phases(keys, meanIntervalMs, random.split());
    SplittableRandom ofLags = random.split();
    if (options.shift()) {
      double[] later = weights(keys, options.zipf(), random.split());
      counts = counts(laterRows, later);
      for (int key = 0; key < keys; key++) {
        counts[key] += firstCounts[key];
      }
      laterIntervalsMs = intervals(later, meanIntervalMs);
    } else {
      counts = firstCounts;
      laterIntervalsMs = firstIntervalsMs;
    }
    changeMs = endMs(firstCounts, firstIntervalsMs);
    lagsMs = lags(options, ofLags);
  }

  /** When every key has had all its records, and its interval is over. */
  private static long endMs(long[] counts, double[] intervalsMs) {
    double end = 0;
    for (int key = 0; key < counts.length; key++) {
      end = Math.max(end, counts[key] * intervalsMs[key]);
    }
    return (long) Math.ceil(end);
  }

  private static double[] weights(int keys, double zipf, SplittableRandom random) {
    int[] ranks = Permutation.of(keys, random);
    double[] weights = new double[keys];
    for (int key = 0; key < keys; key++) {
      weights[key] = Math.pow(ranks[key] + 1.0, -zipf);
    }
    return weights;
  }

  /** Rounded so that they add up to exactly the rows asked for. */
  private static long[] counts(long rows, double[] weights) {
    double total = sum(weights);
    long[] counts = new long[weights.length];
    double weightSoFar = 0;
    long rowsSoFar = 0;
    for (int key = 0; key < weights.length; key++) {
      weightSoFar += weights[key];
      boolean last = key == weights.length - 1;
      long rowsThen = last ? rows : Math.round(rows * (weightSoFar / total));
      counts[key] = rowsThen - rowsSoFar;
      rowsSoFar = rowsThen;
    }
    return counts;
  }

  /** Stretched where the busiest key would have two records in one millisecond. */
  private static double[] intervals(double[] weights, double meanIntervalMs) {
    double meanWeight = sum(weights) / weights.length;
    double[] intervals = new double[weights.length];
    double shortest = Double.MAX_VALUE;
    for (int key = 0; key < weights.length; key++) {
      intervals[key] = meanIntervalMs * (meanWeight / weights[key]);
      shortest = Math.min(shortest, intervals[key]);
    }
    if (shortest < 1) {
      for (int key = 0; key < weights.length; key++) {
        intervals[key] /= shortest;
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

  private static short[] phases(int keys, double meanIntervalMs, SplittableRandom random) {
    short[] phases = new short[keys];
    for (int key = 0; key < keys; key++) {
      phases[key] = (short) random.nextInt(Math.max(1, (int) meanIntervalMs));
    }
    return phases;
  }

  /** Late keys are drawn from those that report at all; the first of them is late by the skew. */
  private long[] lags(GeneratorOptions options, SplittableRandom random) {
    long skewMs = options.skew().toMillis();
    long[] lags = new long[options.keys()];
    if (options.disorder() == 0 || skewMs == 0) {
      return lags;
    }
    int lateLeft = lateKeys(options.disorder());
    long lag = skewMs;
    for (int key : Permutation.of(options.keys(), random)) {
      if (lateLeft > 0 && counts[key] > 0) {
        lags[key] = lag;
        lag = 1 + random.nextLong(skewMs);
        lateLeft--;
      }
    }
    return lags;
  }

  private int lateKeys(double disorder) {
    int reporting = 0;
    for (long count : counts) {
      reporting += count > 0 ? 1 : 0;
    }
    return Math.max(1, (int) Math.round(disorder * reporting));
  }

  /** How many records the key has; may be 0 if keys are unequally busy. */
  public long count(int key) {
    return counts[key];
  }

  /** The event time of the key's n-th record, from 0, in milliseconds since the start. */
  public long eventTimeMs(int key, long n) {
    long first = firstCounts[key];
    return phasesMs[key]
        + (n < first
            ? (long) (n * firstIntervalsMs[key])
            : changeMs + (long) ((n - first) * laterIntervalsMs[key]));
  }

  /** How long after their event time the key's records arrive. */
  public long lagMs(int key) {
    return lagsMs[key];
  }
}
