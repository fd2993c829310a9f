/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

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
 * @param monitored whether keys may be moved from where the strategy puts them
 */
record Placement(String strategy, boolean atRandom, boolean monitored) {

  private static final String WEIGHT = "weight";

  /** By the parallelism, from 1. */
  private static final List<String> WEIGHTS =
      List.of("100", "25,75", "0,90,10", "25,25,25,25", "10,0,70,10,10");

  /** The placements for such keys. */
  static Arbitrary<Placement> of(Key key) {
    return Arbitraries.of(all(key, false));
  }

  /** The placements for such keys, {@code auto} among them, with keys that may be moved. */
  static Arbitrary<Placement> ofMoved(Key key) {
    List<Placement> placements = all(key, true);
    placements.add(new Placement("auto", false, true));
    return Arbitraries.of(placements);
  }

  private static List<Placement> all(Key key, boolean monitored) {
    List<Placement> placements = new ArrayList<>();
    for (String strategy : List.of("hash", "least-key", "least-count", WEIGHT)) {
      placements.add(new Placement(strategy, false, monitored));
    }
    placements.add(new Placement(WEIGHT, true, monitored));
    placements.add(new Placement(ByNulls.class.getName(), false, monitored));
    if (key.columns().equals(List.of(KeyColumn.B))) {
      for (int i = 0; i < 4; i++) { // as often as all others
        placements.add(new Placement("modulo", false, monitored));
      }
    }
    return placements;
  }

  /** Trilink's options and their values. */
  Map<String, String> options(int parallelism) {
    Map<String, String> options = new TreeMap<>();
    options.put("partition", strategy);
    if (strategy.equals(WEIGHT)) {
      options.put("partition.weights", WEIGHTS.get(parallelism - 1));
      options.put("partition.weight-draw", atRandom ? "random" : "hash");
    }
    if (monitored) {
      options.put("partition.monitor", "threshold");
      options.put("partition.monitor.sample-rate", "1.0");
    }
    return options;
  }
}
