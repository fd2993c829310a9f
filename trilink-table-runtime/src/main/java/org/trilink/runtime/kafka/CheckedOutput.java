/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.table.data.RowData;

/** Checks each record at the point where its partition is known. */
final class CheckedOutput implements ReaderOutput<RowData> {

  private final ReaderOutput<RowData> output;
  private final RecordCheck check;
  private final Map<String, SourceOutput<RowData>> bySplit = new HashMap<>();

  CheckedOutput(ReaderOutput<RowData> output, RecordCheck check) {
    this.output = output;
    this.check = check;
  }

  ReaderOutput<RowData> output() {
    return output;
  }

  @Override
  public SourceOutput<RowData> createOutputForSplit(String splitId) {
    return bySplit.computeIfAbsent(
        splitId,
        id -> new OfPartition(output.createOutputForSplit(id), TopicPartition.ofSplit(id)));
  }

  @Override
  public void releaseOutputForSplit(String splitId) {
    bySplit.remove(splitId);
    output.releaseOutputForSplit(splitId);
  }

  @Override
  public void collect(RowData row) {
    check.checkOfNoPartition();
    output.collect(row);
  }

  @Override
  public void collect(RowData row, long timestamp) {
    check.checkOfNoPartition();
    output.collect(row, timestamp);
  }

  @Override
  public void emitWatermark(Watermark watermark) {
    output.emitWatermark(watermark);
  }

  @Override
  public void markIdle() {
    output.markIdle();
  }

  @Override
  public void markActive() {
    output.markActive();
  }

  private final class OfPartition implements SourceOutput<RowData> {

    private final SourceOutput<RowData> ofSplit;
    private final TopicPartition partition;

    OfPartition(SourceOutput<RowData> ofSplit, TopicPartition partition) {
      this.ofSplit = ofSplit;
      this.partition = partition;
    }

    @Override
    public void collect(RowData row) {
      check.check(row, partition);
      ofSplit.collect(row);
    }

    @Override
    public void collect(RowData row, long timestamp) {
      check.check(row, partition, timestamp);
      ofSplit.collect(row, timestamp);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
      ofSplit.emitWatermark(watermark);
    }

    @Override
    public void markIdle() {
      ofSplit.markIdle();
    }

    @Override
    public void markActive() {
      ofSplit.markActive();
    }
  }
}
