/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import java.util.Collections;
import java.util.List;
import org.apache.flink.api.connector.sink.Sink.InitContext;
import org.apache.flink.api.connector.sink.Sink.ProcessingTimeService;
import org.apache.flink.api.connector.sink.SinkWriter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.table.data.RowData;

/**
 * One subtask of a sink: gathers rows and writes them when there are enough, when they have waited
 * long enough, before a checkpoint, and at the end of the input. All of it, the timers too, happens
 * in the task's own thread.
 */
final class RedisSinkWriter implements SinkWriter<RowData, Void, Void> {

  private final RowCommands converter;
  private final WriteBatch batch;
  private final BatchWriter writer;
  private final RedisSinkOptions options;
  private final ProcessingTimeService timers;
  private final Counter rowsWritten;

  private boolean timerRuns;
  private long lastFlushMillis;

  RedisSinkWriter(
      RowCommands converter,
      WriteBatch batch,
      BatchWriter writer,
      RedisSinkOptions options,
      InitContext context) {
    this.converter = converter;
    this.batch = batch;
    this.writer = writer;
    this.options = options;
    this.timers = context.getProcessingTimeService();
    SinkWriterMetricGroup metrics = context.metricGroup();
    metrics.setCurrentSendTimeGauge(() -> lastFlushMillis);
    this.rowsWritten = metrics.getIOMetricGroup().getNumRecordsOutCounter();
  }

  @Override
  public void write(RowData row, Context context) throws InterruptedException {
    batch.add(converter.change(row)); // bytes: Flink may use the row again
    if (batch.rows() >= options.flushRows()) {
      flush();
    } else if (!timerRuns && options.flushInterval() > 0) {
      timerRuns = true;
      timers.registerProcessingTimer(
          timers.getCurrentProcessingTime() + options.flushInterval(), this::flushInTime);
    }
  }

  private void flushInTime(long time) throws InterruptedException {
    timerRuns = false;
    flush();
  }

  /** Before a checkpoint, and at the end of the input. */
  @Override
  public List<Void> prepareCommit(boolean atEnd) throws InterruptedException {
    flush();
    return Collections.emptyList();
  }

  private void flush() throws InterruptedException {
    if (batch.rows() == 0) {
      return;
    }
    long start = System.nanoTime();
    writer.write(batch.commands(), batch.rows());
    lastFlushMillis = (System.nanoTime() - start) / 1_000_000;
    rowsWritten.inc(batch.rows());
    batch.clear();
  }

  @Override
  public void close() {
    writer.close();
  }
}
