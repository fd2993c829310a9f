/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * One output row of the operator tests: a window of a key.
 *
 * @param key null for the key NULL
 * @param end of the window in ms, exclusive, in the window's time zone
 */
record WindowRow(@Nullable String key, long end, long count, long sum, long max) {

  static WindowRow of(@Nullable String key, long end, long count, long sum, long max) {
    return new WindowRow(key, end, count, sum, max);
  }

  static WindowRow of(RowData row) {
    return new WindowRow(
        row.isNullAt(0) ? null : row.getString(0).toString(),
        row.getLong(4),
        row.getLong(1),
        row.getLong(2),
        row.getLong(3));
  }
}
