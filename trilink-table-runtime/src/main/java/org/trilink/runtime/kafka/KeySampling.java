/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * Samples the records that a reader emits, and collects the partitions of their keys. It samples
 * each of the first records, so that a short topic is covered too, and then one in {@value
 * #INTERVAL}; all others cost a decrement and a comparison.
 */
final class KeySampling implements RecordCheck {

  static final int INTERVAL = 64;

  /** The number of first records, which are all sampled. */
  static final int FIRST_RECORDS = 4096;

  /**
   * Findings are sent together: the first ones after this many more samples, the next ones after
   * twice as many, and so on. Each message takes the time of hundreds of records, and where most
   * records have a new key, most samples find one.
   */
  private static final int MIN_SAMPLES_TO_WAIT = 16;

  private static final int MAX_SAMPLES_TO_WAIT = 1024;

  private final List<SampledKeys> keys;
  private final List<KeyPartitions> partitions = new ArrayList<>();
  private final List<FoundPartitions.Pair> found = new ArrayList<>();
  private int untilNext = 1;
  private int first = FIRST_RECORDS;
  private int waited;
  private int samplesToWait = MIN_SAMPLES_TO_WAIT;
  private int random = 1;

  KeySampling(List<SampledKeys> keys) {
    this.keys = keys;
    keys.forEach(unused -> partitions.add(new KeyPartitions()));
  }

  @Override
  public void check(RowData row, TopicPartition partition) {
    if (--untilNext == 0) {
      sample(row, partition);
    }
  }

  @Override
  public void checkOfNoPartition() {}

  private void sample(RowData row, TopicPartition partition) {
    untilNext = nextInterval();
    for (int i = 0; i < keys.size(); i++) {
      long hash = keys.get(i).hash(row);
      if (hash != SampledKeys.DROPPED && partitions.get(i).add(hash, partition.toString())) {
        found.add(new FoundPartitions.Pair(i, hash, partition.toString()));
      }
    }
    if (!found.isEmpty()) {
      waited++;
    }
  }

  /** A random interval around the average length, as keys may arrive in a fixed order. */
  private int nextInterval() {
    if (first > 1) {
      first--;
      return 1;
    }
    random ^= random << 13; // Marsaglia's xorshift
    random ^= random >>> 17;
    random ^= random << 5;
    return 1 + (random >>> 1) % (2 * INTERVAL - 1);
  }

  /**
   * Returns the findings that are to be sent now.
   *
   * @param idle whether no record is available at the moment
   * @return null for nothing
   */
  @Nullable
  FoundPartitions take(boolean idle) {
    if (waited == 0 || (waited < samplesToWait && !idle)) {
      return null;
    }
    if (waited >= samplesToWait) {
      samplesToWait = Math.min(2 * samplesToWait, MAX_SAMPLES_TO_WAIT);
    }
    waited = 0;
    FoundPartitions taken = new FoundPartitions(found);
    found.clear();
    return taken;
  }
}
