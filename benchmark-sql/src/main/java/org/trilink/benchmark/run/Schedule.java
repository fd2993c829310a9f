/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.Trial;

/** In what order runs are made. */
public final class Schedule {

  private Schedule() {}

  /**
   * Each variant once, then each once more, and so on: what changes on the machine with time
   * changes for all of them.
   */
  public static List<Trial> alternating(
      Map<String, String> situation, List<String> variants, int rounds) {
    return repeating(
        variants.stream().map(variant -> new Trial(variant, situation, 0)).toList(), rounds);
  }

  /**
   * A whole round, then the same once more, and so on; for variants that are not all in one
   * situation.
   *
   * @param round its trials, whatever round they say
   */
  public static List<Trial> repeating(List<Trial> round, int rounds) {
    List<Trial> trials = new ArrayList<>();
    for (int number = 0; number < rounds; number++) {
      for (Trial trial : round) {
        trials.add(new Trial(trial.variant(), trial.situation(), number));
      }
    }
    return trials;
  }
}
