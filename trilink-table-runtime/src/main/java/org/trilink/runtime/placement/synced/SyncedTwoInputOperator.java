/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.synced;

import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.DelegatingTwoInputs;
import org.trilink.runtime.placement.CoordinatorMessages;

/** A keyed operator of two inputs whose keys may move. */
final class SyncedTwoInputOperator
    extends SyncedOperator<TwoInputStreamOperator<RowData, RowData, RowData>>
    implements DelegatingTwoInputs {

  private static final long serialVersionUID = 1L;

  SyncedTwoInputOperator(
      TwoInputStreamOperator<RowData, RowData, RowData> stock,
      SyncedInput input,
      SyncedKeys keys,
      CoordinatorMessages messages) {
    super(stock, input, keys, messages);
  }

  @Override
  public void processElement1(StreamRecord<RowData> record) throws Exception {
    if (input.passes(record)) {
      stock.processElement1(record);
    } else {
      input.take(0, record, keys);
    }
  }

  @Override
  public void processElement2(StreamRecord<RowData> record) throws Exception {
    if (input.passes(record)) {
      stock.processElement2(record);
    } else {
      input.take(1, record, keys);
    }
  }

  @Override
  public void processWatermark1(Watermark mark) throws Exception {
    input.watermark(0, mark.getTimestamp());
  }

  @Override
  public void processWatermark2(Watermark mark) throws Exception {
    input.watermark(1, mark.getTimestamp());
  }

  @Override
  public void processWatermarkStatus1(WatermarkStatus status) throws Exception {
    input.status(0, status.isIdle());
  }

  @Override
  public void processWatermarkStatus2(WatermarkStatus status) throws Exception {
    input.status(1, status.isIdle());
  }
}
