/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One run that is to be measured. A benchmark that goes on after a break leaves out the trials that
 * it has run.
 *
 * @param variant what is compared: an engine and how it is set, "flink" or "trilink" at the least
 * @param situation what all variants are compared in, by coordinate: "nodes" = "4"
 * @param round from 0; the same variant in the same situation is run once a round
 */
public record Trial(String variant, Map<String, String> situation, int round) {

  public Trial {
    situation = Collections.unmodifiableMap(new TreeMap<>(situation));
  }
}
