package org.trilink.planner.runtime.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * How keys are placed.
 *
 * @param strategy as it is written in a hint
 */
record Placement(String strategy, boolean atRandom) {

  private static final String WEIGHT = "weight";

  /** Those that can place such keys. */
  static Arbitrary<Placement> of(Key key) {
    List<Placement> placements = new ArrayList<>();
    for (String strategy : List.of("hash", "least-key", "least-count", WEIGHT)) {
      placements.add(new Placement(strategy, false));
    }
    placements.add(new Placement(WEIGHT, true));
    placements.add(new Placement(ByNulls.class.getName(), false));
    if (key.columns().equals(List.of(KeyColumn.B))) {
      for (int i = 0; i < 4; i++) { // as often as all others
        placements.add(new Placement("modulo", false));
      }
    }
    return Arbitraries.of(placements);
  }

  /** Trilink's options and their values. */
  Map<String, String> options(int parallelism) {
    Map<String, String> options = new TreeMap<>();
    options.put("partition", strategy);
    if (strategy.equals(WEIGHT)) {
      options.put("partition.weights", List.of("100", "25,75", "0,90,10").get(parallelism - 1));
      options.put("partition.weight-draw", atRandom ? "random" : "hash");
    }
    return options;
  }
}
