/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import java.util.Map;
import java.util.TreeMap;

/** How often what has happened in simulations: a test can make sure that all of it has. */
public final class Counts {

  private final Map<String, Long> counts = new TreeMap<>();

  public void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  public Map<String, Long> asMap() {
    return counts;
  }
}
