/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/** Aggregate functions over accumulators that may be parts of a whole. */
public interface MergeAggregator {

  /** An accumulator with one more record; the given one, null for none, is not used again. */
  RowData accumulate(@Nullable RowData accumulator, RowData row) throws Exception;

  /** The accumulator of the records of both. */
  RowData merge(RowData one, RowData other) throws Exception;

  /**
   * The aggregates, and properties of the window.
   *
   * @param window its end in ms
   */
  RowData value(RowData accumulator, long window) throws Exception;

  void close() throws Exception;
}
