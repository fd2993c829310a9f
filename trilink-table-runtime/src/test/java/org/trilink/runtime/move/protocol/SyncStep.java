/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import org.trilink.runtime.simulation.StepKind;

/**
 * The steps that may happen in a {@link SimulatedJob}. Senders are numbered by input and subtask,
 * and all subtasks together first by receiver, then by sender.
 */
enum SyncStep implements StepKind {
  SENDER_STARTS("sender #.# starts"),
  RECEIVER_STARTS("receiver # starts"),

  SENDER_READS("sender #.# reads its next element"),
  SENDER_WRITES("sender #.# writes its next element into a channel"),
  SENDER_GETS_MESSAGE("sender #.# gets its next message"),
  SENDER_IS_ANSWERED("sender #.# learns the key group of a new key"),
  SENDER_TAKES_CHECKPOINT("sender #.# takes the next checkpoint"),
  SENDER_ENDS("sender #.# is at the end of its input"),

  RECEIVER_READS("receiver # reads from sender #.#"),
  RECEIVER_GETS_MESSAGE("receiver # gets its next message"),
  RECEIVER_FIRES("the processing-time timers of receiver # fire"),
  RECEIVER_REFUSES("receiver # will refuse to hand over keys once"),

  COORDINATOR_GETS_MESSAGE("the coordinator gets the next message of subtask #"),
  COORDINATOR_GETS_MESSAGE_AGAIN(
      "the coordinator gets the next message of subtask #, and not for the last time"),
  JOB_MASTER_ACTS("the JobMaster takes its next action"),
  TIME_PASSES("# ms pass"),

  MOVE_IS_PLANNED("key # is to be moved to key group #"),
  SYNC_IS_REQUESTED("a Sync of these keys is requested"),
  LAST_SYNC_IS_REQUESTED("a last Sync is requested: all keys, # key groups further"),
  SOURCES_GO_ON("the sources go on"),

  CHECKPOINT_IS_TRIGGERED("a checkpoint is triggered"),
  SAVEPOINT_IS_TRIGGERED("a savepoint is triggered"),
  CHECKPOINT_IS_ABORTED_AT_ONCE("a checkpoint is triggered, and is aborted before it begins"),
  CHECKPOINT_IS_ABORTED("checkpoint # of those under way is aborted"),

  SUBTASK_FAILS("subtask # fails"),
  REGION_IS_RESTARTED("all subtasks are restarted, reset in order #"),
  JOB_IS_RESTARTED("the job is restarted"),
  JOB_MANAGER_IS_RESTARTED("the JobManager fails, and with it the job is restarted");

  private final String sentence;

  SyncStep(String sentence) {
    this.sentence = sentence;
  }

  @Override
  public String sentence() {
    return sentence;
  }
}
