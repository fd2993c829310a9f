/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.WrappingRuntimeException;

/** Sends results to the next operator as rows, followed by watermarks. */
final class ResultOutput {

  private final MergeRows rows;
  private final MergeAggregator aggregator;
  private final Output<StreamRecord<RowData>> output;
  private final TimestampedCollector<RowData> collector;
  private final JoinedRowData result = new JoinedRowData();
  private long watermark = Long.MIN_VALUE;

  /**
   * Creates it.
   *
   * @param kind of all rows
   */
  ResultOutput(
      MergeRows rows,
      MergeAggregator aggregator,
      Output<StreamRecord<RowData>> output,
      RowKind kind) {
    this.rows = rows;
    this.aggregator = aggregator;
    this.output = output;
    this.collector = new TimestampedCollector<>(output);
    collector.eraseTimestamp();
    result.setRowKind(kind);
  }

  /**
   * Emits the result of a key.
   *
   * @param window its end in ms, or {@link org.trilink.runtime.merge.store.Increment#NO_WINDOW}
   * @throws WrappingRuntimeException with the exception of an aggregate function or of the next
   *     operator as its cause
   */
  void emit(RowData key, byte[] accumulator, long window) {
    try {
      RowData value = aggregator.value(rows.accumulator(accumulator), window);
      collector.collect(result.replace(key, value));
    } catch (Exception e) {
      throw new ResultFailure(e);
    }
  }

  /** The last watermark that was sent, in ms; Long.MIN_VALUE if there was none. */
  long watermark() {
    return watermark;
  }

  /**
   * Sends a watermark, unless it was sent before: later results are of windows that end after it.
   *
   * @param bound in ms
   */
  void forward(long bound) {
    if (bound > watermark) {
      watermark = bound;
      output.emitWatermark(new Watermark(bound));
    }
  }

  /** An exception while a result was computed, or processed by the next operator. */
  private static final class ResultFailure extends WrappingRuntimeException {

    private static final long serialVersionUID = 1L;

    ResultFailure(Exception cause) {
      super(cause);
    }
  }
}
