/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/** Forwards rows as INSERT rows, and records whether there was any. */
final class MatchCollector implements Collector<RowData> {

  private final Collector<RowData> output;
  private boolean hasCollected;

  MatchCollector(Collector<RowData> output) {
    this.output = output;
  }

  void reset() {
    hasCollected = false;
  }

  /** Whether there was a row since the last reset. */
  boolean hasCollected() {
    return hasCollected;
  }

  @Override
  public void collect(RowData row) {
    hasCollected = true;
    row.setRowKind(
        RowKind.INSERT); // the row is reused, and its kind may have been changed downstream
    output.collect(row);
  }

  @Override
  public void close() {
    output.close();
  }
}
