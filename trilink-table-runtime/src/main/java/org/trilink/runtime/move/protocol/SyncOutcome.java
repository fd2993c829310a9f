/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

/** How a Sync has ended. */
public enum SyncOutcome {
  /** All keys are where they were to be moved. */
  DONE("all keys have been moved"),
  /** Nothing was moved: a checkpoint was under way for too long. */
  CHECKPOINT_UNDER_WAY("a checkpoint or savepoint under way did not end in time"),
  /** Nothing was moved: preparing took too long, and a checkpoint was waiting. */
  CHECKPOINT_WAITED("a checkpoint waited for subtasks that did not get ready"),
  /** Nothing was moved: preparing took too long. */
  NOT_READY("some subtasks did not get ready in time"),
  /** Nothing was moved: after a restore, event time has not reached its restored value yet. */
  NOT_YET("a subtask's watermark has not yet reached its value from before the job was restored"),
  /** Nothing was moved: the keys have more state than a Sync may move. */
  TOO_MUCH_STATE("the keys have more state than one Sync may move"),
  /** Nothing was moved: a placing subtask has ended. */
  SENDER_ENDED("the input of a placing subtask has ended"),
  /** Nothing was moved: a subtask has failed. */
  SUBTASK_FAILED("a subtask failed before any key was moved"),
  /** The job is restored from its last checkpoint, and with it the keys' previous placement. */
  BROKEN_OFF(
      "it was aborted while keys were moved; they are where they were at the last checkpoint");

  private final String text;

  SyncOutcome(String text) {
    this.text = text;
  }

  /** For logs: part of a sentence. */
  public String text() {
    return text;
  }
}
