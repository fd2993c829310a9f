/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.GeneratedTable;

/**
 * Input in order ({@link InOrderRows}), in as many parts as it has readers, each with keys of its
 * own.
 *
 * @param rows how many, the same number in each part
 * @param keys how many, the same number in each part
 */
public record InOrderInput(long rows, long keys) {

  /** How many parts; one for each subtask of the source. */
  public static final int PARTS = EmbeddedFlink.SLOTS;

  /** In SQL: the key, a value from 0 to 99, and the event time. */
  private static final String COLUMNS =
      "k BIGINT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND";

  public InOrderInput {
    if (rows % PARTS != 0 || keys % PARTS != 0) {
      throw new IllegalArgumentException(
          "%d rows of %d keys are not %d equal parts".formatted(rows, keys, PARTS));
    }
  }

  /** The statement that makes a table of this input, which the job's own source generates. */
  public String ddl(String name) {
    return GeneratedTable.ddl(name, COLUMNS, generated());
  }

  /** The rows, by their numbers. */
  InOrderRows generated() {
    return new InOrderRows(rows / PARTS, keys / PARTS);
  }
}
