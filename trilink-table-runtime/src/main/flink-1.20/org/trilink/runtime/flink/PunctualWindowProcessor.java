/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.aggregate.window.buffers.WindowBuffer;
import org.apache.flink.table.runtime.operators.aggregate.window.processors.AbstractSliceWindowAggProcessor;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SlicingWindowProcessor;

/**
 * Processes windows as Flink's operator of window aggregates does, but in time. Flink's own looks
 * for rows that must leave its buffer only when a watermark passes the end of a window that is
 * aligned in UTC without an offset. A window that ends in between has no timer yet, and gets none
 * any more. This one looks at every watermark, which costs one comparison; and an empty buffer
 * while rows come that are late for some of their windows, but not for all.
 */
public final class PunctualWindowProcessor implements SlicingWindowProcessor<Long> {

  private static final long serialVersionUID = 1L;

  private static final PrivateField BUFFER =
      new PrivateField(AbstractSliceWindowAggProcessor.class.getName(), "windowBuffer");

  private final AbstractSliceWindowAggProcessor stock;
  private transient WindowBuffer buffer;

  public PunctualWindowProcessor(AbstractSliceWindowAggProcessor stock) {
    this.stock = stock;
  }

  /** Flink's own. */
  public AbstractSliceWindowAggProcessor stock() {
    return stock;
  }

  @Override
  public void open(Context<Long> context) throws Exception {
    stock.open(context);
    buffer = (WindowBuffer) BUFFER.get(stock);
  }

  @Override
  public void initializeWatermark(long watermark) {
    stock.initializeWatermark(watermark);
  }

  /** Empties the buffer while the timers' watermark is the last one: windows get their timers. */
  @Override
  public void advanceProgress(long progress) throws Exception {
    buffer.advanceProgress(progress);
    stock.advanceProgress(progress);
  }

  @Override
  public boolean processElement(RowData key, RowData element) throws Exception {
    return stock.processElement(key, element);
  }

  @Override
  public void prepareCheckpoint() throws Exception {
    stock.prepareCheckpoint();
  }

  @Override
  public void fireWindow(long timer, Long window) throws Exception {
    stock.fireWindow(timer, window);
  }

  @Override
  public void clearWindow(long timer, Long window) throws Exception {
    stock.clearWindow(timer, window);
  }

  @Override
  public void close() throws Exception {
    stock.close();
  }

  @Override
  public TypeSerializer<Long> createWindowSerializer() {
    return stock.createWindowSerializer();
  }
}
