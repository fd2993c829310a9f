/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.apache.flink.util.function.RunnableWithException;

/**
 * When increments get into the store, and when the others learn how far this subtask is: with
 * checkpoints exactly once ({@link CheckpointedDelivery}), without them at least once ({@link
 * AtLeastOnceDelivery}).
 *
 * <p>All methods may send requests to the store, and throw a {@link
 * org.trilink.runtime.merge.store.StoreException} if it refuses them.
 */
interface MergeDelivery {

  /** Empties the heap: a trigger says so, or it is full. */
  void send() throws Exception;

  /** Publishes this subtask's progress, if it can, before results are asked for. */
  void publishProgress();

  /** Whether results may be emitted by the clock, not only with records and barriers. */
  boolean emitsByClock();

  /** Makes ready for a snapshot: nothing that came before its barrier stays on the heap. */
  void snapshot(long checkpoint) throws Exception;

  /** This attempt's batches that wait for their checkpoint: a part of each snapshot. */
  PendingBatches pending();

  /** Takes the notification that a checkpoint is complete, which covers all earlier ones. */
  void complete(long checkpoint);

  /**
   * Gets all that is left of this subtask into the store, waits for the other subtasks, and emits
   * the last results.
   *
   * @param awaitPoll waits until it is time to look at the others' progress again
   */
  void end(RunnableWithException awaitPoll) throws Exception;
}
