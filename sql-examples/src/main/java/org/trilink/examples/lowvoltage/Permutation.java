package org.trilink.examples.lowvoltage;

import java.util.SplittableRandom;

/** Random orders. */
final class Permutation {

  private Permutation() {}

  /** The numbers from 0 to below {@code size} in random order. */
  static int[] of(int size, SplittableRandom random) {
    int[] numbers = new int[size];
    for (int i = 0; i < size; i++) {
      int other = random.nextInt(i + 1);
      numbers[i] = numbers[other];
      numbers[other] = i;
    }
    return numbers;
  }
}
