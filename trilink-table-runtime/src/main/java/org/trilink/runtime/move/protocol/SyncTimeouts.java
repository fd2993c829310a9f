/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

/** How long a Sync may take, by phase, in ms. */
public final class SyncTimeouts {

  /**
   * The defaults. Keys are moved mostly under backpressure. Then a task may take seconds to process
   * one record, or the timers of one watermark, checkpoints directly follow one another, and
   * markers take as long as barriers. So a checkpoint waits until subtasks are ready, as otherwise
   * no key would ever be moved. Markers have the same timeout as Flink's barriers.
   */
  public static final SyncTimeouts DEFAULT = new SyncTimeouts(60_000, 10_000, 10_000, 600_000);

  final long checkpoint;
  final long prepare;
  final long prepareWithCheckpoint;
  final long move;

  /**
   * @param checkpoint the time to wait for checkpoints under way, after which it is given up
   * @param prepare the time to wait until subtasks are ready, after which it is cancelled
   * @param prepareWithCheckpoint the same, from the time at which a checkpoint waits for the Sync
   * @param move the time from the first marker to the last key, after which the job fails
   */
  public SyncTimeouts(long checkpoint, long prepare, long prepareWithCheckpoint, long move) {
    this.checkpoint = checkpoint;
    this.prepare = prepare;
    this.prepareWithCheckpoint = prepareWithCheckpoint;
    this.move = move;
  }
}
