/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.apache.flink.util.function.RunnableWithException;

/**
 * When increments are added to the store, and when this subtask's progress is published: with
 * checkpoints exactly once ({@link CheckpointedDelivery}), without them at least once ({@link
 * AtLeastOnceDelivery}).
 *
 * <p>All methods may send requests to the store, and throw a {@link
 * org.trilink.runtime.merge.store.StoreException} if it refuses them.
 */
interface MergeDelivery {

  /** Sends the increments on the heap, because of a trigger or because the heap is full. */
  void send() throws Exception;

  /** Publishes this subtask's progress, if it can, before results are asked for. */
  void publishProgress() throws Exception;

  /** Whether results may be emitted by the clock, not only with records and barriers. */
  boolean emitsByClock();

  /** Prepares a snapshot: no increment from before its barrier stays on the heap. */
  void snapshot(long checkpoint) throws Exception;

  /** This attempt's batches that wait for their checkpoint: a part of each snapshot. */
  PendingBatches pending();

  /** Takes the notification that a checkpoint is complete, which covers all earlier ones. */
  void complete(long checkpoint);

  /**
   * Adds all remaining increments of this subtask to the store, waits for the other subtasks, and
   * emits the last results.
   *
   * @param awaitPoll waits until the next poll of the others' progress
   */
  void end(RunnableWithException awaitPoll) throws Exception;
}
