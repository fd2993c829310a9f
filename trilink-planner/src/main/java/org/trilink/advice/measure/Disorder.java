/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.util.Arrays;

/**
 * How far event times are out of order, in ms: each record's time behind the greatest one before
 * it.
 */
public final class Disorder {

  private final Spread withinKeys;
  private final Spread betweenKeys;
  private final Spread betweenPartitions;

  private Disorder(Spread withinKeys, Spread betweenKeys, Spread betweenPartitions) {
    this.withinKeys = withinKeys;
    this.betweenKeys = betweenKeys;
    this.betweenPartitions = betweenPartitions;
  }

  /** Measures it; records without an event time are left out. */
  public static Disorder of(SampledRecords records) {
    Maxima ofKeys = new Maxima(records.keyCount());
    Maxima ofPartitions = new Maxima(records.partitionCount());
    Spread.Values withinKeys = new Spread.Values();
    Spread.Values betweenKeys = new Spread.Values();
    Spread.Values betweenPartitions = new Spread.Values();
    records
        .withTimes()
        .forEach(
            (partition, key, time, arrival) -> {
              withinKeys.add(ofKeys.behind(key, time));
              betweenKeys.add(ofPartitions.behind(partition, time));
              ofKeys.advance(key, time);
              ofPartitions.advance(partition, time);
              betweenPartitions.add(ofPartitions.behindGreatest(partition));
            });
    return new Disorder(withinKeys.spread(), betweenKeys.spread(), betweenPartitions.spread());
  }

  /** A record behind those of its own key, wherever they are. */
  public Spread withinKeys() {
    return withinKeys;
  }

  /** A record behind those of its partition, of any key. */
  public Spread betweenKeys() {
    return betweenKeys;
  }

  /** A partition, at each of its records, behind the one that is furthest. */
  public Spread betweenPartitions() {
    return betweenPartitions;
  }

  /** The greatest event time so far of each of several. */
  static final class Maxima {

    private final long[] greatest;
    private long ofAll = SampledRecords.NO_TIME;

    Maxima(int size) {
      greatest = new long[size];
      Arrays.fill(greatest, SampledRecords.NO_TIME);
    }

    void advance(int index, long time) {
      greatest[index] = Math.max(greatest[index], time);
      ofAll = Math.max(ofAll, time);
    }

    /** The greatest so far; {@link SampledRecords#NO_TIME} if there was none. */
    long of(int index) {
      return greatest[index];
    }

    /** The least of all; {@link SampledRecords#NO_TIME} while one of them has none. */
    long least() {
      return least(0, 1);
    }

    /** The least of every so many, from the first one on. */
    long least(int first, int step) {
      long least = Long.MAX_VALUE;
      for (int index = first; index < greatest.length; index += step) {
        least = Math.min(least, greatest[index]); // NO_TIME is the least that there is
      }
      return least;
    }

    long behind(int index, long time) {
      return greatest[index] == SampledRecords.NO_TIME ? 0 : Math.max(0, greatest[index] - time);
    }

    long behindGreatest(int index) {
      return ofAll - greatest[index];
    }
  }
}
