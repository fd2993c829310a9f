/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.synced;

import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.DelegatingOneInput;
import org.trilink.runtime.placement.CoordinatorMessages;

/** A keyed operator of one input whose keys may move. */
final class SyncedOneInputOperator extends SyncedOperator<OneInputStreamOperator<RowData, RowData>>
    implements DelegatingOneInput {

  private static final long serialVersionUID = 1L;

  SyncedOneInputOperator(
      OneInputStreamOperator<RowData, RowData> stock,
      SyncedInput input,
      SyncedKeys keys,
      CoordinatorMessages messages) {
    super(stock, input, keys, messages);
  }

  @Override
  public void processElement(StreamRecord<RowData> record) throws Exception {
    if (input.passes(record)) {
      stock.processElement(record);
    } else {
      input.take(0, record, keys);
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    input.watermark(0, mark.getTimestamp());
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    input.status(0, status.isIdle());
  }
}
