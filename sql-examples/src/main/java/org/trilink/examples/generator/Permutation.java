/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.generator;

import java.util.SplittableRandom;

/** Random orders. */
public final class Permutation {

  private Permutation() {}

  /** The numbers from 0 to below {@code size} in random order. */
  public static int[] of(int size, SplittableRandom random) {
    int[] numbers = new int[size];
    for (int i = 0; i < size; i++) {
      int other = random.nextInt(i + 1);
      numbers[i] = numbers[other];
      numbers[other] = i;
    }
    return numbers;
  }
}
