/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;

/** Whether each key has all its records of an input in one partition. */
public final class PartitionsOfKeys {

  private final int keys;
  private final int ofSeveral;

  private PartitionsOfKeys(int keys, int ofSeveral) {
    this.keys = keys;
    this.ofSeveral = ofSeveral;
  }

  /**
   * Counts them.
   *
   * @param inputs of the partitions
   */
  public static PartitionsOfKeys of(SampledRecords records, int[] inputs) {
    BitSet[] partitions = new BitSet[records.keyCount()];
    records.forEach(
        (partition, key, time, arrival) -> {
          if (partitions[key] == null) {
            partitions[key] = new BitSet();
          }
          partitions[key].set(partition);
        });
    return new PartitionsOfKeys(
        (int) Arrays.stream(partitions).filter(Objects::nonNull).count(),
        (int)
            Arrays.stream(partitions)
                .filter(each -> each != null && hasSeveral(each, inputs))
                .count());
  }

  private static boolean hasSeveral(BitSet partitions, int[] inputs) {
    return partitions.stream().map(partition -> inputs[partition]).distinct().count()
        < partitions.cardinality();
  }

  public int keys() {
    return keys;
  }

  /** How many keys have records in more than one partition of an input. */
  public int ofSeveral() {
    return ofSeveral;
  }
}
