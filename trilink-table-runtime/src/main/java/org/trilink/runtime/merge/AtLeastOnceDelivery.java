/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.List;
import org.apache.flink.util.function.RunnableWithException;
import org.trilink.runtime.merge.store.Increment;
import org.trilink.runtime.merge.store.RunProgress;

/** Adds increments to the store when a trigger says so, without checkpoints: at least once. */
final class AtLeastOnceDelivery implements MergeDelivery {

  private final RunWriter writer;
  private final IncrementBuffer buffer;
  private final InputProgress progress;
  private final MergeResults results;

  /** Always empty: nothing waits for a checkpoint. */
  private final PendingBatches pending;

  AtLeastOnceDelivery(
      RunWriter writer, IncrementBuffer buffer, InputProgress progress, MergeResults results) {
    this.writer = writer;
    this.buffer = buffer;
    this.progress = progress;
    this.results = results;
    this.pending = new PendingBatches(writer.name());
  }

  @Override
  public void send() throws Exception {
    for (List<Increment> chunk : buffer.take()) {
      writer.add(chunk);
    }
    close();
  }

  private void close() {
    progress.close();
    progress.publishIfChanged();
  }

  /**
   * Windows without increments on the heap need not wait for a trigger. An idle subtask sends what
   * it has, as the others will not wait for it.
   */
  @Override
  public void publishProgress() throws Exception {
    if (!progress.hasWindows()) {
      return;
    }
    if (progress.isIdle() && !buffer.isEmpty()) {
      send();
    } else if (buffer.isEmpty() || !progress.hasEnded(buffer.firstSlice())) {
      close();
    }
  }

  @Override
  public boolean emitsByClock() {
    return true;
  }

  /** A savepoint can be taken without checkpoints, too. */
  @Override
  public void snapshot(long checkpoint) throws Exception {
    send();
  }

  @Override
  public PendingBatches pending() {
    return pending;
  }

  @Override
  public void complete(long checkpoint) {
    // all is in the store already
  }

  /** This subtask's increments are added to the store at once; those of the others follow soon. */
  @Override
  public void end(RunnableWithException awaitPoll) throws Exception {
    progress.advance(Long.MAX_VALUE);
    send();
    RunProgress ofAll = progress.ofAll();
    while (!ofAll.isComplete()) {
      results.emit(ofAll);
      awaitPoll.run();
      ofAll = progress.ofAll();
    }
    results.emit(ofAll);
  }
}
