/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.util.function.RunnableWithException;
import org.trilink.runtime.merge.store.Increment;
import org.trilink.runtime.merge.store.RunProgress;

/**
 * Adds increments to the store when their checkpoint is complete: exactly once.
 *
 * <p>The increments up to barrier n form a batch, which is kept in state. The batch is added when
 * checkpoint n is complete, atomically with the fence of its writer. So the store never has more
 * than the last complete checkpoint. A batch that a restored job finds in its state is added again;
 * because of the fence this has no effect if it was added before. Triggers send increments to the
 * store before the checkpoint, where they are staged: they are not part of the result yet.
 *
 * <p>When all subtasks' input has ended, their remaining increments are staged and the run is
 * sealed: from then on staged increments are part of the result, and nothing can be added. So the
 * last results are emitted before the job ends, even if no further checkpoint covers them.
 */
final class CheckpointedDelivery implements MergeDelivery {

  private final RunWriter writer;
  private final IncrementBuffer buffer;
  private final InputProgress progress;
  private final MergeResults results;
  private final PendingBatches pending;

  /** The increments that were taken off the heap since the last barrier. */
  private List<PendingChunk> open = new ArrayList<>();

  /** By checkpoint: the minimum position of the results that were emitted before its barrier. */
  private final TreeMap<Long, Long> emittedAt = new TreeMap<>();

  /** Whether this attempt adds nothing to the store any more. */
  private boolean sealing;

  /**
   * Creates it.
   *
   * @param sealed whether the run was sealed before this attempt: all records that are read again
   *     are in what was staged
   */
  CheckpointedDelivery(
      RunWriter writer,
      IncrementBuffer buffer,
      InputProgress progress,
      MergeResults results,
      boolean sealed) {
    this.writer = writer;
    this.buffer = buffer;
    this.progress = progress;
    this.results = results;
    this.pending = new PendingBatches(writer.name());
    this.sealing = sealed;
  }

  // ---------------------------------------------------------------------------- checkpoints

  @Override
  public void send() throws Exception {
    for (List<Increment> chunk : buffer.take()) {
      open.add(writer.stage(chunk));
    }
  }

  @Override
  public void publishProgress() {
    // is published with the batch that it belongs to
  }

  /**
   * False: between a savepoint and the end of the job that is stopped with it there are no records
   * or barriers, but timers fire. (There are watermarks: Flink's WatermarkAssigner emits them
   * periodically.)
   */
  @Override
  public boolean emitsByClock() {
    return false;
  }

  @Override
  public void snapshot(long checkpoint) throws Exception {
    takeOpen();
    progress.close();
    pending
        .batches()
        .add(new PendingBatch(checkpoint, progress.closed(), Collections.unmodifiableList(open)));
    open = new ArrayList<>();
    emittedAt.put(checkpoint, results.positions().least());
  }

  /**
   * Moves the increments from the heap to serialized chunks, in memory as long as there is room,
   * then in the store.
   */
  private void takeOpen() throws Exception {
    int here = pending.sizeHere();
    for (List<Increment> chunk : buffer.take()) {
      here += chunk.size();
      open.add(
          here <= buffer.capacity()
              ? PendingChunk.here(IncrementCodec.write(chunk), chunk.size())
              : writer.stage(chunk));
    }
  }

  @Override
  public PendingBatches pending() {
    return pending;
  }

  /**
   * Adds the batches of earlier checkpoints, too: so a lost notification is covered by the next
   * one.
   */
  @Override
  public void complete(long checkpoint) {
    if (sealing) {
      return;
    }
    Deque<PendingBatch> batches = pending.batches();
    while (!batches.isEmpty() && batches.peek().checkpoint() <= checkpoint) {
      PendingBatch batch = batches.peek();
      writer.add(writer.name(), batch);
      batches.remove();
      progress.publish(batch.bound(), progress.isIdle() && hasAddedAll());
    }
    dropEmitted(checkpoint);
  }

  /** Whether nothing that was read is still to be added. */
  private boolean hasAddedAll() {
    return buffer.isEmpty()
        && open.isEmpty()
        && pending.batches().stream().allMatch(batch -> batch.chunks().isEmpty());
  }

  private void dropEmitted(long checkpoint) {
    Map<Long, Long> known = emittedAt.headMap(checkpoint, true);
    if (known.isEmpty()) {
      return;
    }
    long position = emittedAt.floorEntry(checkpoint).getValue();
    known.clear();
    results.drop(position);
  }

  // -------------------------------------------------------------------------------- the end

  @Override
  public void end(RunnableWithException awaitPoll) throws Exception {
    writer.end();
    RunProgress ofAll = progress.ofAll();
    while (!ofAll.isSealed()) {
      if (ofAll.allEnded() && !sealing) {
        seal();
      } else {
        results.emit(ofAll);
        awaitPoll.run();
      }
      ofAll = progress.ofAll();
    }
    sealing = true;
    results.emitSealed(ofAll.sealed());
  }

  /** From here on this attempt adds nothing to the store. */
  private void seal() throws Exception {
    sealing = true;
    takeOpen();
    List<PendingChunk> chunks = new ArrayList<>();
    pending.batches().forEach(batch -> chunks.addAll(batch.chunks()));
    chunks.addAll(open);
    writer.seal(chunks);
  }
}
