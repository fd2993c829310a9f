/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.function.Supplier;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.MathUtils;

/**
 * Estimates how many keys an operator has seen, by linear counting (Whang et al., 1990): each key
 * sets one of 2^20 bits, and how many stay 0 tells how many keys there were. Within a percent up to
 * a million keys, a few percent up to five million; 128 KiB.
 *
 * <p>The metric is read from another thread, without locks: it may be slightly out of date.
 */
final class KeysSeen {

  /** Number of distinct keys since the subtask was started. */
  static final String NUM_KEYS_SEEN = "numKeysSeen";

  private static final int LOG2_BITS = 20;
  private static final int BITS = 1 << LOG2_BITS;

  /**
   * For the selectors of an operator, which are read from bytes while it is made. Belongs to the
   * factory of the operator, which sets it in {@link #whileMaking} and clears it at its end.
   */
  private static final ThreadLocal<KeysSeen> OF_OPERATOR_IN_THE_MAKING = new ThreadLocal<>();

  private final long[] bits = new long[BITS / Long.SIZE];

  /** Those of the operator that this thread is making, null if it makes none. */
  static KeysSeen ofOperatorInTheMaking() {
    return OF_OPERATOR_IN_THE_MAKING.get();
  }

  /** Makes an operator whose selectors count here, and shows the number among its metrics. */
  <T> T whileMaking(Supplier<T> operator, MetricGroup metrics) {
    metrics.<Long, Gauge<Long>>gauge(NUM_KEYS_SEEN, this::estimate);
    OF_OPERATOR_IN_THE_MAKING.set(this);
    try {
      return operator.get();
    } finally {
      OF_OPERATOR_IN_THE_MAKING.remove();
    }
  }

  /** Adds a key by its hash code. */
  void add(int hash) {
    int bit = MathUtils.bitMix(hash) >>> (Integer.SIZE - LOG2_BITS);
    long mask = 1L << bit;
    if ((bits[bit >>> 6] & mask) == 0) {
      bits[bit >>> 6] |= mask;
    }
  }

  /** The estimated number of distinct keys. */
  long estimate() {
    int ones = 0;
    for (long word : bits) {
      ones += Long.bitCount(word);
    }
    // all bits set: at least so many
    int zeros = Math.max(1, BITS - ones);
    return Math.round(BITS * Math.log((double) BITS / zeros));
  }
}
