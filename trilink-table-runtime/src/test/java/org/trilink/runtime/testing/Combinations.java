/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.testing;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Chooses which combinations of a test's arguments run: always the same part of them in each build,
 * all of them with {@code -Pnightly}, which sets {@code trilink.all-combinations}.
 */
public final class Combinations {

  private static final boolean ALL = Boolean.getBoolean("trilink.all-combinations");

  private Combinations() {}

  /** Whether a combination runs that each build needs or not. */
  public static boolean runs(boolean inEachBuild) {
    return ALL || inEachBuild;
  }

  /**
   * The first of each n combinations, or all of them.
   *
   * @param n has no divisor in common with the number of values that vary fastest, or these would
   *     always be the same ones
   */
  public static <T> Stream<T> oneOf(int n, Stream<T> combinations) {
    List<T> all = combinations.toList();
    return IntStream.range(0, all.size())
        .filter(number -> runs(number % n == 0))
        .mapToObj(all::get);
  }
}
