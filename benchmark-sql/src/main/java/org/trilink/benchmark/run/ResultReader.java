/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import org.trilink.examples.workload.TopicRows;

/** How the rows of a result are got out of its topic. */
@FunctionalInterface
public interface ResultReader {

  /** Each record is a row. */
  ResultReader ALL_ROWS = TopicRows::new;

  /**
   * The rows as JSON lines.
   *
   * @param broker {@code host:port}
   */
  Iterable<byte[]> rows(String broker, String topic);
}
