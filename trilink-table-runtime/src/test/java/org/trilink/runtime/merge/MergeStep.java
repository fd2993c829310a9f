/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.trilink.runtime.simulation.StepKind;

/** The steps that may happen in a {@link MergeSimulation}. */
enum MergeStep implements StepKind {
  STARTS("subtask # starts"),
  READS("subtask # reads the next record of partition #"),
  IS_IDLE("the input of subtask # is idle"),
  IS_NOT_IDLE("the input of subtask # is not idle any more"),
  TIME_PASSES("two seconds pass at subtask #"),
  TAKES_CHECKPOINT("subtask # gets the next barrier"),
  IS_NOTIFIED("subtask # learns that a checkpoint is complete"),
  NOTIFICATION_IS_LOST("the notification of subtask # that a checkpoint is complete gets lost"),
  ENDS("subtask # is at the end of its input"),

  STOPS("subtask # will stop before its #. request from now on"),
  GOES_ON("subtask # goes on"),
  REPEATS("subtask # will send its #. request from now on twice"),
  FAILS_BEFORE("subtask # will fail before its #. request from now on"),
  FAILS_AFTER("subtask # will fail after its #. request from now on"),

  FAILS("subtask # fails"),
  IS_GIVEN_UP("subtask # is given up, and its last request is still on its way"),
  LATE_REQUEST_ARRIVES("the late request # arrives"),

  CHECKPOINT_IS_TRIGGERED("a checkpoint is triggered"),
  CHECKPOINT_IS_ABORTED("the checkpoint under way is aborted"),

  SUBTASK_IS_RESTARTED("subtask # is restarted from the last checkpoint"),
  JOB_IS_RESTARTED("all subtasks are restarted from the last checkpoint"),
  NEW_JOB_STARTS("a new job with # subtasks starts from the last checkpoint");

  private final String sentence;

  MergeStep(String sentence) {
    this.sentence = sentence;
  }

  @Override
  public String sentence() {
    return sentence;
  }
}
