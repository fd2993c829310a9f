/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.time.Duration;

/**
 * The options that a workload's generator has unless the user gives others; see {@link
 * GeneratorOptions}.
 *
 * @param keys over how many keys the records are spread
 * @param disorder the share of the keys that arrive late
 * @param skew how late these are, at most
 */
public record GeneratorDefaults(int keys, double disorder, Duration skew) {

  /** Options with these keys and this skew, for keys that are equally busy. */
  public GeneratorOptions options(long rows, double ofKeysLate, long seed) {
    return new GeneratorOptions(rows, keys, ofKeysLate, skew, 0, seed);
  }
}
