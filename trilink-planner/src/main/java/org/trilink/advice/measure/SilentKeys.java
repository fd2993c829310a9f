/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import org.trilink.advice.measure.Disorder.Maxima;

/**
 * Keys that have sent nothing for longer than any other key is behind: under a watermark of their
 * own their last windows would wait for their next record.
 */
public final class SilentKeys {

  private final int silent;
  private final long longestSilence;
  private final long greatestLag;
  private final long longestGap;

  private SilentKeys(int silent, long longestSilence, long greatestLag, long longestGap) {
    this.silent = silent;
    this.longestSilence = longestSilence;
    this.greatestLag = greatestLag;
    this.longestGap = longestGap;
  }

  /** Finds them; records without an event time are left out. */
  public static SilentKeys of(SampledRecords records) {
    Maxima all = new Maxima(1);
    Maxima ofKeys = new Maxima(records.keyCount());
    long[] lagAndGap = new long[2];
    records
        .withTimes()
        .forEach(
            (partition, key, time, arrival) -> {
              lagAndGap[0] = Math.max(lagAndGap[0], all.behind(0, time));
              if (ofKeys.of(key) != SampledRecords.NO_TIME) {
                lagAndGap[1] = Math.max(lagAndGap[1], time - ofKeys.of(key));
              }
              all.advance(0, time);
              ofKeys.advance(key, time);
            });
    int silent = 0;
    long longest = 0;
    for (int key = 0; key < records.keyCount(); key++) {
      if (ofKeys.of(key) != SampledRecords.NO_TIME) {
        long silence = all.of(0) - ofKeys.of(key);
        // behind by its lag, and by as long as keys pause anyway
        silent += silence > lagAndGap[0] + lagAndGap[1] ? 1 : 0;
        longest = Math.max(longest, silence);
      }
    }
    return new SilentKeys(silent, longest, lagAndGap[0], lagAndGap[1]);
  }

  /** How many keys are silent at the end of the sample. */
  public int silent() {
    return silent;
  }

  /** The longest time in ms since a key's last record, at the end of the sample. */
  public long longestSilence() {
    return longestSilence;
  }

  /** How far a record was behind the greatest event time before it, at most; in ms. */
  public long greatestLag() {
    return greatestLag;
  }

  /** The longest time between two records of a key, in ms. */
  public long longestGap() {
    return longestGap;
  }
}
