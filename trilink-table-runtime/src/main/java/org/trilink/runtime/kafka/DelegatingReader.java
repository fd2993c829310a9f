/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.table.data.RowData;

/**
 * Delegates to Flink's reader of partitions. Partitions that were restored hold back the watermark
 * from the beginning: Flink 1.14 would take each of them into account only once its first record
 * has been read (FLINK-32828), so the partition that is read first would make records of the others
 * late.
 */
class DelegatingReader<SplitT extends SourceSplit> implements SourceReader<RowData, SplitT> {

  private final SourceReader<RowData, SplitT> reader;

  /** The splits that were added before there was an output; null when they are known to it. */
  @Nullable private List<SplitT> withoutOutput = new ArrayList<>();

  DelegatingReader(SourceReader<RowData, SplitT> reader) {
    this.reader = reader;
  }

  @Override
  public void start() {
    reader.start();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<RowData> output) throws Exception {
    if (withoutOutput != null) {
      for (SplitT split : withoutOutput) {
        SourceOutput<RowData> unused = output.createOutputForSplit(split.splitId());
      }
      withoutOutput = null;
    }
    return reader.pollNext(output);
  }

  @Override
  public List<SplitT> snapshotState(long checkpointId) {
    return reader.snapshotState(checkpointId);
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return reader.isAvailable();
  }

  @Override
  public void addSplits(List<SplitT> splits) {
    if (withoutOutput != null) {
      withoutOutput.addAll(splits);
    }
    reader.addSplits(splits);
  }

  @Override
  public void notifyNoMoreSplits() {
    reader.notifyNoMoreSplits();
  }

  @Override
  public void handleSourceEvents(SourceEvent event) {
    reader.handleSourceEvents(event);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    reader.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void notifyCheckpointAborted(long checkpointId) throws Exception {
    reader.notifyCheckpointAborted(checkpointId);
  }

  @Override
  public void close() throws Exception {
    reader.close();
  }
}
