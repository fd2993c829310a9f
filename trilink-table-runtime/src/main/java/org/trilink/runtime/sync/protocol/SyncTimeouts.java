/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sync.protocol;

/** How long a Sync may take, by phase, in ms. */
public final class SyncTimeouts {

  /**
   * As long as nothing says otherwise. Keys are moved mostly under backpressure. There a task may
   * process one record, or the timers of one watermark, for seconds; checkpoints follow one another
   * directly; and markers take as long as barriers. So a checkpoint waits for subtasks to get
   * ready, as otherwise no key would ever be moved, and markers have the same timeout as Flink's
   * barriers.
   */
  public static final SyncTimeouts DEFAULT = new SyncTimeouts(60_000, 10_000, 10_000, 600_000);

  final long checkpoint;
  final long prepare;
  final long prepareWithCheckpoint;
  final long move;

  /**
   * @param checkpoint for which it waits for checkpoints under way; then it is given up
   * @param prepare for which subtasks are awaited to be ready; then it is cancelled
   * @param prepareWithCheckpoint the same from when a checkpoint waits for the Sync
   * @param move from the first marker to the last key; then the job fails
   */
  public SyncTimeouts(long checkpoint, long prepare, long prepareWithCheckpoint, long move) {
    this.checkpoint = checkpoint;
    this.prepare = prepare;
    this.prepareWithCheckpoint = prepareWithCheckpoint;
    this.move = move;
  }
}
