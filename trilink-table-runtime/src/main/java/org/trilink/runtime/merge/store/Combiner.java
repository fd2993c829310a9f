/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

/** Merges two accumulators of a key in a window. */
@FunctionalInterface
public interface Combiner {

  /** The accumulator of the records of both; neither argument is changed. */
  byte[] combine(byte[] stored, byte[] increment);
}
