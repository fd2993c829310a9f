/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/** Makes rows by their numbers. Each subtask has a copy of its own. */
public interface GeneratedRows extends Serializable {

  /** How many numbers there are, from 0 on: at most so many rows. */
  long numbers();

  /** The row of a number; null if there is none. A row may be reused for the next one. */
  @Nullable
  RowData row(long number);

  /** A number that looks drawn, the same for the same value. */
  static long mixed(long value) {
    long mixed = (value + 1) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }
}
