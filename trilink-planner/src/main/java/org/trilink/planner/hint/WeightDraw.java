/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

/**
 * How a key draws its point in the cumulative weights: the option {@code partition.weight-draw}.
 */
public enum WeightDraw {
  /** The hash of the key is the point, so every subtask finds the same one alone. */
  HASH,
  /** The coordinator draws the point at random, once a key. */
  RANDOM
}
