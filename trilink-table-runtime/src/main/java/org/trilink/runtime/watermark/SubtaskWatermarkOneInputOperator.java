/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.DelegatingOneInput;

/** A stock operator of one input that keeps the subtask's watermark. */
final class SubtaskWatermarkOneInputOperator
    extends SubtaskWatermarkOperator<OneInputStreamOperator<RowData, RowData>>
    implements DelegatingOneInput {

  private static final long serialVersionUID = 1L;

  SubtaskWatermarkOneInputOperator(OneInputStreamOperator<RowData, RowData> stock, TaskInfo task) {
    super(stock, task);
  }

  @Override
  void restore(Watermark mark) throws Exception {
    stock.processWatermark(mark);
  }

  @Override
  public void processElement(StreamRecord<RowData> record) throws Exception {
    stock.processElement(record);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (advance(mark.getTimestamp())) {
      stock.processWatermark(mark);
    }
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    stock.processWatermarkStatus(status);
  }
}
