/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import java.util.List;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.trilink.benchmark.embedded.EmbeddedFlink;

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
  static final String COLUMNS =
      "k BIGINT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND";

  /** The types of these columns. */
  static final List<LogicalType> TYPES =
      List.of(new BigIntType(), new IntType(), new TimestampType(3));

  public InOrderInput {
    if (rows % PARTS != 0 || keys % PARTS != 0) {
      throw new IllegalArgumentException(
          "%d rows of %d keys are not %d equal parts".formatted(rows, keys, PARTS));
    }
  }

  /** The rows, by their numbers. */
  InOrderRows generated() {
    return new InOrderRows(rows / PARTS, keys / PARTS);
  }
}
