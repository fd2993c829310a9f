package org.trilink.runtime.watermark;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/** An operator of Flink's to be run by {@link KeyTimeHarness}. */
interface StockOperator {

  AbstractStreamOperator<RowData> create();

  LogicalType[] output();

  /** An output row as text. */
  String show(RowData row);

  /** Where the input has its rowtime, -1 for the record's timestamp. */
  default int rowtimeIndex() {
    return KeyTimeHarness.ROWTIME;
  }
}
