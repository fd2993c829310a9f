/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.eventtime.IndexedCombinedWatermarkStatus;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.DelegatingTwoInputs;

/**
 * A stock operator of two inputs that keeps the subtask's watermark: the minimum over the inputs
 * that are not idle. A watermark never moves back in the stock operator, so both of its inputs
 * start at the restored one.
 */
final class SubtaskWatermarkTwoInputOperator
    extends SubtaskWatermarkOperator<TwoInputStreamOperator<RowData, RowData, RowData>>
    implements DelegatingTwoInputs {

  private static final long serialVersionUID = 1L;

  /** The watermarks and statuses that have arrived, without those that were restored. */
  private final transient IndexedCombinedWatermarkStatus inputs =
      IndexedCombinedWatermarkStatus.forInputsCount(2);

  SubtaskWatermarkTwoInputOperator(
      TwoInputStreamOperator<RowData, RowData, RowData> stock, TaskInfo task) {
    super(stock, task);
  }

  @Override
  void restore(Watermark mark) throws Exception {
    stock.processWatermark1(mark);
    stock.processWatermark2(mark);
  }

  @Override
  public void processElement1(StreamRecord<RowData> record) throws Exception {
    stock.processElement1(record);
  }

  @Override
  public void processElement2(StreamRecord<RowData> record) throws Exception {
    stock.processElement2(record);
  }

  @Override
  public void processWatermark1(Watermark mark) throws Exception {
    inputs.updateWatermark(0, mark.getTimestamp());
    advance(inputs.getCombinedWatermark());
    stock.processWatermark1(mark);
  }

  @Override
  public void processWatermark2(Watermark mark) throws Exception {
    inputs.updateWatermark(1, mark.getTimestamp());
    advance(inputs.getCombinedWatermark());
    stock.processWatermark2(mark);
  }

  @Override
  public void processWatermarkStatus1(WatermarkStatus status) throws Exception {
    inputs.updateStatus(0, status.isIdle());
    advance(inputs.getCombinedWatermark());
    stock.processWatermarkStatus1(status);
  }

  @Override
  public void processWatermarkStatus2(WatermarkStatus status) throws Exception {
    inputs.updateStatus(1, status.isIdle());
    advance(inputs.getCombinedWatermark());
    stock.processWatermarkStatus2(status);
  }
}
