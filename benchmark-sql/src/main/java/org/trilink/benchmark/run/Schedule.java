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
    List<Trial> trials = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (String variant : variants) {
        trials.add(new Trial(variant, situation, round));
      }
    }
    return trials;
  }
}
