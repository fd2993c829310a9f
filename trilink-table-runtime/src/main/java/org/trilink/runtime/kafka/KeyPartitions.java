/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.HashMap;
import java.util.Map;

/**
 * The partition of each key's records, for a bounded sample of the keys: those with the smallest
 * hashes. Two such samples of the same keys contain mostly the same keys, so the samples of several
 * readers can be merged.
 */
final class KeyPartitions {

  static final int MAX_KEYS = 1024;

  /** Stands for more than one partition. */
  private static final String SEVERAL = "";

  private final Map<Long, String> partitions = new HashMap<>();
  private long greatest = Long.MAX_VALUE;
  private int ofSeveral;

  /**
   * Adds a record.
   *
   * @param hash of its key, not negative
   * @return whether it is new information: a new key, or a key's second partition; a third one is
   *     not reported
   */
  boolean add(long hash, String partition) {
    if (hash > greatest) {
      return false;
    }
    String known = partitions.putIfAbsent(hash, partition);
    if (known == null) {
      halveIfFull();
      return hash <= greatest;
    }
    if (known.equals(partition) || known.equals(SEVERAL)) {
      return false;
    }
    partitions.put(hash, SEVERAL);
    ofSeveral++;
    return true;
  }

  private void halveIfFull() {
    while (partitions.size() > MAX_KEYS) {
      greatest /= 2;
      partitions.keySet().removeIf(hash -> hash > greatest);
      ofSeveral = (int) partitions.values().stream().filter(SEVERAL::equals).count();
    }
  }

  /** How many keys are in the sample. */
  int keys() {
    return partitions.size();
  }

  /** How many of them are in more than one partition. */
  int ofSeveral() {
    return ofSeveral;
  }
}
