/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.util.OutputTag;
import org.trilink.runtime.flink.WrappedOutput;

/**
 * Appends the current key's watermark to each row that an operator emits, as a timestamp. It is
 * NULL if the key has none yet, and the last millisecond of the year 9999 at the end of the input.
 */
final class KeyWatermarkColumnOutput extends WrappedOutput {

  /** The last millisecond of the year 9999, which represents the end of the input. */
  private static final long LAST_TIMESTAMP = 253_402_300_799_999L;

  private final GenericRowData column = new GenericRowData(1);
  private final JoinedRowData row = new JoinedRowData();
  private final StreamRecord<RowData> record = new StreamRecord<>(row);

  private CurrentKeyWatermark operator;
  private long shownWatermark = Long.MIN_VALUE;

  KeyWatermarkColumnOutput(Output<StreamRecord<RowData>> output) {
    super(output);
  }

  /** Sets the operator whose keys' watermarks are appended. Must be called before the first row. */
  void of(CurrentKeyWatermark itsOperator) {
    operator = itsOperator;
  }

  @Override
  public void collect(StreamRecord<RowData> result) {
    long watermark = operator.currentKeyWatermark();
    if (watermark != shownWatermark) {
      shownWatermark = watermark;
      column.setField(0, timestamp(watermark));
    }
    row.replace(result.getValue(), column);
    row.setRowKind(result.getValue().getRowKind());
    output.collect(
        result.hasTimestamp() ? record.replace(row, result.getTimestamp()) : withoutTimestamp());
  }

  private static TimestampData timestamp(long watermark) {
    return watermark == Long.MIN_VALUE
        ? null
        : TimestampData.fromEpochMillis(Math.min(watermark, LAST_TIMESTAMP));
  }

  private StreamRecord<RowData> withoutTimestamp() {
    record.eraseTimestamp();
    return record.replace(row);
  }

  // ------------------------------------------------------------------------------- delegated

  @Override
  public <X> void collect(OutputTag<X> tag, StreamRecord<X> result) {
    output.collect(tag, result);
  }

  @Override
  public void emitWatermark(Watermark mark) {
    output.emitWatermark(mark);
  }

  @Override
  public void emitWatermarkStatus(WatermarkStatus status) {
    output.emitWatermarkStatus(status);
  }

  @Override
  public void emitLatencyMarker(LatencyMarker marker) {
    output.emitLatencyMarker(marker);
  }

  @Override
  public void close() {
    output.close();
  }
}
