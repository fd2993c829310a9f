/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.io.IOException;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;

/** Delegates to Flink's enumerator of partitions. */
abstract class DelegatingEnumerator<SplitT extends SourceSplit, StateT>
    implements SplitEnumerator<SplitT, StateT> {

  private final SplitEnumerator<SplitT, StateT> enumerator;

  DelegatingEnumerator(SplitEnumerator<SplitT, StateT> enumerator) {
    this.enumerator = enumerator;
  }

  @Override
  public void start() {
    enumerator.start();
  }

  @Override
  public void addReader(int reader) {
    enumerator.addReader(reader);
  }

  @Override
  public void handleSourceEvent(int reader, SourceEvent event) {
    enumerator.handleSourceEvent(reader, event);
  }

  @Override
  public void addSplitsBack(List<SplitT> splits, int reader) {
    enumerator.addSplitsBack(splits, reader);
  }

  @Override
  public StateT snapshotState(long checkpointId) throws Exception {
    return enumerator.snapshotState(checkpointId);
  }

  @Override
  public void handleSplitRequest(int reader, @Nullable String host) {
    enumerator.handleSplitRequest(reader, host);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    enumerator.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void notifyCheckpointAborted(long checkpointId) throws Exception {
    enumerator.notifyCheckpointAborted(checkpointId);
  }

  @Override
  public void close() throws IOException {
    enumerator.close();
  }
}
