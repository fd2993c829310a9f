/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayList;
import java.util.List;

/**
 * An order in which consecutive keys are assigned to key groups, such that with any number of
 * subtasks every run of turns visits all subtasks about equally often.
 *
 * <p>The group of turn i is i with its digits in reverse (the van der Corput sequence), to mixed
 * bases b1, b2, ... whose product is the number of groups. With b1 subtasks the first digit alone
 * determines the subtask, and each is visited once in b1 turns. The same holds for b1 * b2
 * subtasks, and so on. No order is exact for all numbers of subtasks: for two subtasks it has to
 * put even turns into one half, and then it cannot put each third turn into one third. For the
 * other numbers, visits differ by up to six.
 *
 * <p>So the bases are ordered by how likely a number of subtasks is. Trilink chooses lcm(720,
 * parallelism) groups: a prime power that is not in 720 is a factor of the parallelism, and comes
 * first. Then come those of 60, which makes 2, 4, 12 and 60 exact and costs the least for other
 * numbers.
 */
final class TurnOrder {

  private static final int USUAL_GROUPS = 720;
  private static final int[] USUAL_BASES = {2, 2, 3, 5};

  private TurnOrder() {}

  /** The group of each turn, for turns up to the number of groups; then the order repeats. */
  static int[] of(int groups) {
    List<Digit> digits = digits(groups);
    int[] order = new int[groups];
    for (int turn = 0; turn < groups; turn++) {
      order[turn] = reverse(turn, digits, groups);
    }
    return order;
  }

  private static int reverse(int turn, List<Digit> digits, int groups) {
    int rest = turn;
    int weight = groups;
    int reversed = 0;
    for (Digit digit : digits) {
      weight /= digit.base;
      reversed += digit.scatter(rest % digit.base) * weight;
      rest /= digit.base;
    }
    return reversed;
  }

  private static List<Digit> digits(int groups) {
    List<Digit> digits = new ArrayList<>();
    int rest = groups;
    for (int prime = 2; prime <= rest; prime++) {
      if (powerOf(prime, groups) > powerOf(prime, USUAL_GROUPS)) {
        rest = split(rest, prime, digits);
      }
    }
    for (int base : USUAL_BASES) {
      if (rest % base == 0) {
        digits.add(new Digit(base));
        rest /= base;
      }
    }
    for (int prime = 2; prime <= rest; prime++) {
      rest = split(rest, prime, digits);
    }
    return digits;
  }

  /** Adds a digit for each time that the prime divides the number; returns what is left of it. */
  private static int split(int number, int prime, List<Digit> digits) {
    int rest = number;
    for (; rest % prime == 0; rest /= prime) {
      digits.add(new Digit(prime));
    }
    return rest;
  }

  private static int powerOf(int prime, int number) {
    return number % prime == 0 ? prime * powerOf(prime, number / prime) : 1;
  }

  /** A digit to a prime base, whose values are permuted to be spread evenly. */
  private static final class Digit {

    final int base;
    private final int leap;

    Digit(int base) {
      this.base = base;
      leap = mostEvenLeap(base);
    }

    int scatter(int value) {
      return value * leap % base;
    }

    /**
     * Multiples of a / b are the more evenly spread, the smaller the quotients in Euclid's
     * algorithm for a / b are.
     */
    private static int mostEvenLeap(int base) {
      int best = 1;
      for (int leap = 2; leap < base; leap++) {
        if (sumOfQuotients(base, leap) < sumOfQuotients(base, best)) {
          best = leap;
        }
      }
      return best;
    }

    private static int sumOfQuotients(int dividend, int divisor) {
      return divisor == 0 ? 0 : dividend / divisor + sumOfQuotients(divisor, dividend % divisor);
    }
  }
}
