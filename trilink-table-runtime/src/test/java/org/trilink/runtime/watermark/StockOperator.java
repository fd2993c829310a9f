/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/** A Flink operator for {@link KeyTimeHarness}. */
public interface StockOperator {

  AbstractStreamOperator<RowData> create();

  LogicalType[] output();

  /** An output row as text. */
  String show(RowData row);

  /** The time of its input, with a delay in ms. */
  default InputTime time(long delay) {
    return InputTime.rowtime(KeyTimeHarness.ROWTIME, delay);
  }
}
