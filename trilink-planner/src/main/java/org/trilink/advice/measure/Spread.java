/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.util.Arrays;

/** How great values are: the greatest, and that which 99.9 % of them do not exceed. */
public final class Spread {

  private static final double MOST = 0.999;

  private final long max;
  private final long most;

  private Spread(long max, long most) {
    this.max = max;
    this.most = most;
  }

  /** The greatest value; 0 if there is none. */
  public long max() {
    return max;
  }

  /** The 99.9th percentile; 0 if there is no value. */
  public long most() {
    return most;
  }

  /** Collects values. */
  static final class Values {

    private long[] values = new long[1024];
    private int size;

    void add(long value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    /** Ends the collection. */
    Spread spread() {
      if (size == 0) {
        return new Spread(0, 0);
      }
      Arrays.sort(values, 0, size);
      int most = (int) Math.ceil(MOST * size) - 1;
      return new Spread(values[size - 1], values[most]);
    }
  }
}
