/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.util.Locale;

/**
 * Says which ids there are, with regard to what is left when they are divided by the parallelism.
 */
enum IdSpread {
  /** Numbered through: each remainder is as frequent as any other. */
  UNIFORM {
    @Override
    long id(int number, int subtasks) {
      return number;
    }
  },
  /**
   * Skewed: of n remainders the r-th, from 0, has a frequency in proportion to n + r, so that the
   * last is nearly twice as frequent as the first.
   */
  SKEWED {
    @Override
    long id(int number, int subtasks) {
      int cycle = subtasks * subtasks + subtasks * (subtasks - 1) / 2;
      int position = number % cycle;
      int remainder = 0;
      while (position >= subtasks + remainder) {
        position -= subtasks + remainder;
        remainder++;
      }
      long quotient = (long) (number / cycle) * (subtasks + remainder) + position;
      return quotient * subtasks + remainder;
    }
  };

  /**
   * The id of a key; different for different keys.
   *
   * @param number of the key, from 0
   * @param subtasks of the job
   */
  abstract long id(int number, int subtasks);

  /** As in a situation. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
