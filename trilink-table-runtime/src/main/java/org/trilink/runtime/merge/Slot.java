/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.apache.flink.table.data.RowData;

/** What records of one key and one span of time have been merged into. */
abstract class Slot {

  /** End in ms; where there are no slots, the one for all times has the greatest end. */
  long end;

  /** The watermark by which all of its records have come, in ms. */
  long passTime;

  /** Greatest event time of its records, in ms. */
  long maxTime;

  /** How many were merged. */
  long records;

  /** What it takes of the memory, by estimate. */
  long bytes;

  abstract void accumulate(RowData row) throws Exception;

  abstract RowData accumulators() throws Exception;

  /** Forgets what it holds; it may then be used for another key and time. */
  abstract void clear() throws Exception;
}
