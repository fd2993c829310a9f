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

/** A stock operator of one input under key-level watermarks. */
final class KeyWatermarkOneInputOperator
    extends KeyWatermarkOperator<OneInputStreamOperator<RowData, RowData>>
    implements DelegatingOneInput {

  private static final long serialVersionUID = 1L;

  private final InputTime time;
  private transient MaxLead maxLead;

  KeyWatermarkOneInputOperator(
      OneInputStreamOperator<RowData, RowData> stock,
      InputTime time,
      KeyWatermarkPolicy policy,
      TaskInfo task) {
    super(stock, 1, policy, task);
    this.time = time;
  }

  @Override
  public void open() throws Exception {
    maxLead = newMaxLead();
    super.open();
  }

  @Override
  public void processElement(StreamRecord<RowData> record) throws Exception {
    long timestamp = time.of(record);
    boolean isTooFarAhead = maxLead.isExceededBy(timestamp);
    if (isTooFarAhead && isDroppedBeyondMaxLead()) {
      return;
    }
    count(time.behindFrom(record.getValue(), timestamp));
    stock.processElement(record);
    advanceKey(1, isTooFarAhead ? UNMOVED : time.watermark(timestamp));
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    maxLead.advance(mark.getTimestamp());
    if (advanceSubtask(mark.getTimestamp())) {
      stock.processWatermark(new Watermark(bound())); // fires what is due, then forwards the bound
    }
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    if (status.isIdle()) {
      maxLead.becomeIdle();
    }
    stock.processWatermarkStatus(status);
  }
}
