/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayList;
import java.util.List;

/**
 * The key groups in an order in which they are dealt out like cards: at every number of subtasks,
 * any run of turns visits all of them about equally often.
 *
 * <p>The group of turn i is i with its digits in reverse (the van der Corput sequence), to mixed
 * bases b1, b2, ... whose product is the number of groups. Of b1 subtasks the first digit alone is
 * the subtask, and each is visited once in b1 turns; the same is so of b1 * b2 subtasks, and so on.
 * No order is as exact for all numbers of subtasks: for two of them it has to put even turns into
 * one half, which leaves no way to put each third turn into one third. At the others, visits differ
 * by up to six.
 *
 * <p>So the bases come in the order of how likely a number of subtasks is. Trilink chooses lcm(720,
 * parallelism) groups: a prime power that 720 lacks stems from the parallelism, and goes first.
 * Then those of 60, which makes 2, 4, 12 and 60 exact and costs the least elsewhere.
 */
final class TurnOrder {

  private static final int USUAL_GROUPS = 720;
  private static final int[] USUAL_BASES = {2, 2, 3, 5};

  private TurnOrder() {}

  /** The group of each turn, for turns up to the number of groups; then they begin anew. */
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

  /** A digit to a prime base, whose values are put in an order that leaps about evenly. */
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

    /** The multiples of a / b spread the more evenly, the less the quotients in Euclid's a / b. */
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
