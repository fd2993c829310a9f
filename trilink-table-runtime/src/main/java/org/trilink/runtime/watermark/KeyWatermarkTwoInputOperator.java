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
 * A stock operator of two inputs under key-level watermarks: a key's watermark is the minimum over
 * both inputs.
 */
final class KeyWatermarkTwoInputOperator
    extends KeyWatermarkOperator<TwoInputStreamOperator<RowData, RowData, RowData>>
    implements DelegatingTwoInputs {

  private static final long serialVersionUID = 1L;

  private final InputTime firstTime;
  private final InputTime secondTime;
  private transient MaxLead firstMaxLead;
  private transient MaxLead secondMaxLead;

  /** Whether the stock operator takes an input for idle; as in Flink, a watermark ends that. */
  private transient boolean firstIsIdle;

  private transient boolean secondIsIdle;

  /** The subtask's watermark: the minimum over the inputs that are not idle, as in Flink. */
  private final transient IndexedCombinedWatermarkStatus subtaskWatermark =
      IndexedCombinedWatermarkStatus.forInputsCount(2);

  KeyWatermarkTwoInputOperator(
      TwoInputStreamOperator<RowData, RowData, RowData> stock,
      InputTime firstTime,
      InputTime secondTime,
      KeyWatermarkPolicy policy,
      TaskInfo task) {
    super(stock, 2, policy, task);
    this.firstTime = firstTime;
    this.secondTime = secondTime;
  }

  @Override
  public void open() throws Exception {
    firstMaxLead = newMaxLead();
    secondMaxLead = newMaxLead();
    super.open();
  }

  // --------------------------------------------------------------------------------- records

  @Override
  public void processElement1(StreamRecord<RowData> record) throws Exception {
    long timestamp = firstTime.of(record);
    boolean isTooFarAhead = firstMaxLead.isExceededBy(timestamp);
    if (isTooFarAhead && isDroppedBeyondMaxLead()) {
      return;
    }
    count(firstTime.behindFrom(record.getValue(), timestamp));
    stock.processElement1(record);
    advanceKey(1, isTooFarAhead ? UNMOVED : firstTime.watermark(timestamp));
  }

  @Override
  public void processElement2(StreamRecord<RowData> record) throws Exception {
    long timestamp = secondTime.of(record);
    boolean isTooFarAhead = secondMaxLead.isExceededBy(timestamp);
    if (isTooFarAhead && isDroppedBeyondMaxLead()) {
      return;
    }
    count(secondTime.behindFrom(record.getValue(), timestamp));
    stock.processElement2(record);
    advanceKey(2, isTooFarAhead ? UNMOVED : secondTime.watermark(timestamp));
  }

  // ------------------------------------------------------------------------------ watermarks

  @Override
  public void processWatermark1(Watermark mark) throws Exception {
    firstMaxLead.advance(mark.getTimestamp());
    firstIsIdle = false;
    processWatermark(0, mark);
  }

  @Override
  public void processWatermark2(Watermark mark) throws Exception {
    secondMaxLead.advance(mark.getTimestamp());
    secondIsIdle = false;
    processWatermark(1, mark);
  }

  private void processWatermark(int index, Watermark mark) throws Exception {
    if (subtaskWatermark.updateWatermark(index, mark.getTimestamp())) {
      advance();
    }
    if (mark.equals(Watermark.MAX_WATERMARK)
        && subtaskWatermark.getCombinedWatermark() < Long.MAX_VALUE) {
      endOneOfTwo(index + 1);
    }
  }

  @Override
  public void processWatermarkStatus1(WatermarkStatus status) throws Exception {
    if (status.isIdle()) {
      firstMaxLead.becomeIdle();
    }
    if (subtaskWatermark.updateStatus(0, status.isIdle())) {
      advance();
    }
    stock.processWatermarkStatus1(status);
    firstIsIdle = status.isIdle();
  }

  @Override
  public void processWatermarkStatus2(WatermarkStatus status) throws Exception {
    if (status.isIdle()) {
      secondMaxLead.becomeIdle();
    }
    if (subtaskWatermark.updateStatus(1, status.isIdle())) {
      advance();
    }
    stock.processWatermarkStatus2(status);
    secondIsIdle = status.isIdle();
  }

  /** The stock operator computes the minimum over the inputs that are not idle. */
  private void advance() throws Exception {
    if (advanceSubtask(subtaskWatermark.getCombinedWatermark())) {
      Watermark bound = new Watermark(bound());
      if (!firstIsIdle) {
        stock.processWatermark1(bound);
      }
      if (!secondIsIdle) {
        stock.processWatermark2(bound);
      }
    }
  }
}
