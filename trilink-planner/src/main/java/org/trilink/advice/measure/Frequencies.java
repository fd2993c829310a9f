/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.util.Arrays;

/** How many keys there are, and how many records each has. */
public final class Frequencies {

  private final long records;
  private final int keys;
  private final int seenOnce;
  private final int heaviestKey;
  private final long mostRecords;

  private Frequencies(long records, int keys, int seenOnce, int heaviestKey, long mostRecords) {
    this.records = records;
    this.keys = keys;
    this.seenOnce = seenOnce;
    this.heaviestKey = heaviestKey;
    this.mostRecords = mostRecords;
  }

  public static Frequencies of(SampledRecords sample) {
    long[] counts = sample.recordsByKey();
    int heaviest = 0;
    for (int key = 0; key < counts.length; key++) {
      heaviest = counts[key] > counts[heaviest] ? key : heaviest;
    }
    return new Frequencies(
        sample.size(),
        (int) Arrays.stream(counts).filter(count -> count > 0).count(),
        (int) Arrays.stream(counts).filter(count -> count == 1).count(),
        heaviest,
        counts.length == 0 ? 0 : counts[heaviest]);
  }

  public long records() {
    return records;
  }

  public int keys() {
    return keys;
  }

  /** How many keys have a single record: if these are many, there are more keys than were seen. */
  public int seenOnce() {
    return seenOnce;
  }

  /** The number of the key with the most records. */
  public int heaviestKey() {
    return heaviestKey;
  }

  /** The part of the records that is that key's, 0 to 1. */
  public double heaviestShare() {
    return records == 0 ? 0 : (double) mostRecords / records;
  }

  /** On average; 0 if there are none. */
  public double recordsPerKey() {
    return keys == 0 ? 0 : (double) records / keys;
  }
}
