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
 * sets one of 2^20 bits, and the estimate is computed from the number of bits that are still 0. The
 * error is within one percent up to a million keys, and a few percent up to five million. It takes
 * 128 KiB.
 *
 * <p>The metric is read from another thread, without locks: it may be slightly out of date.
 */
final class KeysSeen {

  /** Number of distinct keys since the subtask was started. */
  static final String NUM_KEYS_SEEN = "numKeysSeen";

  private static final int LOG2_BITS = 20;
  private static final int BITS = 1 << LOG2_BITS;

  /**
   * For the selectors of an operator, which are deserialized while the operator is created. Set by
   * the operator's factory in {@link #whileMaking}, and cleared at its end.
   */
  private static final ThreadLocal<KeysSeen> OF_OPERATOR_IN_THE_MAKING = new ThreadLocal<>();

  private final long[] bits = new long[BITS / Long.SIZE];

  /** The counter of the operator that this thread is creating; null if it creates none. */
  static KeysSeen ofOperatorInTheMaking() {
    return OF_OPERATOR_IN_THE_MAKING.get();
  }

  /** Creates an operator whose selectors count here, and registers the number with its metrics. */
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
    // if all bits are set, the estimate is a lower bound
    int zeros = Math.max(1, BITS - ones);
    return Math.round(BITS * Math.log((double) BITS / zeros));
  }
}
