/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.table.data.RowData;

/** Delegates to Flink's reader of partitions, and checks each record. */
abstract class DelegatingReader<SplitT extends SourceSplit>
    implements SourceReader<RowData, SplitT> {

  private final SourceReader<RowData, SplitT> reader;
  private final RecordCheck check;
  @Nullable private CheckedOutput checkedOutput;

  DelegatingReader(SourceReader<RowData, SplitT> reader, RecordCheck check) {
    this.reader = reader;
    this.check = check;
  }

  @Override
  public void start() {
    reader.start();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<RowData> output) throws Exception {
    if (checkedOutput == null || checkedOutput.output() != output) {
      checkedOutput = new CheckedOutput(output, check);
    }
    return reader.pollNext(checkedOutput);
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
