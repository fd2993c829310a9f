/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.apache.flink.table.data.RowData;

/** The merged records of one key and one span of event time. */
abstract class Slot {

  /** End in ms; Long.MAX_VALUE if all records of a key are merged regardless of their time. */
  long end;

  /** The watermark, in ms, at which all of its records are expected to have arrived. */
  long passTime;

  /** Maximum event time of its records, in ms. */
  long maxTime;

  /** How many were merged. */
  long records;

  /** The estimated memory of the slot, in bytes. */
  long bytes;

  abstract void accumulate(RowData row) throws Exception;

  abstract RowData accumulators() throws Exception;

  /** Clears the slot, so that it can be reused for another key and time. */
  abstract void clear() throws Exception;
}
