/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.Iterator;
import java.util.function.Function;

/**
 * Computes the exact expected rows from the input, with no Flink involved.
 *
 * <p>Not thread-safe.
 */
public interface Oracle {

  /**
   * Takes one input line. Lines of different keys may come in any order. A line that the script
   * drops ({@code json.ignore-parse-errors}, no event time) is dropped and counted.
   *
   * @param line one JSON line, UTF-8, without line end
   */
  void accept(byte[] line);

  /** How many of the lines so far belong to no row, because they cannot be read. */
  long unreadable();

  /**
   * Compares result rows with the expected ones. Rows may come in any order; computed doubles may
   * differ by 1e-9 of their size, because the order of additions is the engine's own.
   *
   * @param rows the rows of each of {@link Query#results()} as JSON lines
   */
  Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows);

  /**
   * The expected rows of {@link Query#mainResult()} as JSON lines in the form that the script
   * writes, in a fixed order.
   */
  Iterator<byte[]> expectedRows();
}
