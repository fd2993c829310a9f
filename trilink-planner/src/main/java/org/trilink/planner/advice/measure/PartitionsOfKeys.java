/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.advice.measure;

import java.util.BitSet;
import java.util.stream.IntStream;

/** Whether each key has all its records in one partition. */
public final class PartitionsOfKeys {

  private final int keys;
  private final int ofSeveral;

  private PartitionsOfKeys(int keys, int ofSeveral) {
    this.keys = keys;
    this.ofSeveral = ofSeveral;
  }

  public static PartitionsOfKeys of(SampledRecords records) {
    BitSet[] partitions = new BitSet[records.keyCount()];
    records.forEach(
        (partition, key, time, arrival) -> {
          if (partitions[key] == null) {
            partitions[key] = new BitSet();
          }
          partitions[key].set(partition);
        });
    return new PartitionsOfKeys(
        (int) IntStream.range(0, partitions.length).filter(key -> partitions[key] != null).count(),
        (int)
            IntStream.range(0, partitions.length)
                .filter(key -> partitions[key] != null && partitions[key].cardinality() > 1)
                .count());
  }

  public int keys() {
    return keys;
  }

  /** How many keys have records in more than one partition. */
  public int ofSeveral() {
    return ofSeveral;
  }
}
