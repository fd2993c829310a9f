/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reduces a failing sequence by delta debugging: it leaves out chunks, large ones first, as long as
 * what is left still fails. In the end no single item can be left out.
 */
final class Shrinker {

  private Shrinker() {}

  /**
   * A part of the items that fails.
   *
   * @param items fail
   * @param failing tries items; if they fail, the result has those of them that had an effect
   * @param tries the most tries; then the shortest sequence so far is the result
   */
  static <T> List<T> shrink(
      List<T> items, Function<List<T>, Optional<List<T>>> failing, int tries) {
    List<T> shortest = items;
    int left = tries;
    int chunk = Math.max(1, items.size() / 2);
    while (true) {
      boolean shorter = false;
      // from the end: what comes last depends on what is before it
      for (int to = shortest.size(); to > 0; to = Math.min(to - chunk, shortest.size())) {
        if (left-- == 0) {
          return shortest;
        }
        List<T> rest = new ArrayList<>(shortest.subList(0, Math.max(0, to - chunk)));
        rest.addAll(shortest.subList(to, shortest.size()));
        Optional<List<T>> failed = failing.apply(rest);
        if (failed.isPresent()) {
          shortest = failed.get();
          shorter = true;
        }
      }
      if (!shorter && chunk == 1) {
        return shortest;
      }
      chunk = shorter ? chunk : chunk / 2;
    }
  }
}
