/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

/** A query on the lines of some partitions. Each key is in one of them, its lines in order. */
interface HandWrittenQuery {

  /**
   * Takes a line.
   *
   * @throws IllegalArgumentException unless the workload's generator would write it so
   */
  void accept(byte[] line);

  /** Hands on what is left. */
  void finish();
}
