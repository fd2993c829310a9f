/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.trilink.runtime.simulation.StepKind;

/**
 * The steps that may happen in a {@link PlacementSimulation}. Subtasks are numbered by input and
 * index.
 */
enum PlacementStep implements StepKind {
  STARTS("subtask #.# starts"),
  IS_READY("the JobMaster learns that subtask #.# runs"),

  READS_RECORD("subtask #.# reads a record of key #"),
  READS_WATERMARK("subtask #.# reads a watermark"),
  READS_STATUS("subtask #.# reads that its input is idle, or active again"),
  TIME_PASSES("a second passes at subtask #.#"),
  TAKES_MAIL("subtask #.# takes its next mail"),
  TAKES_CHECKPOINT("subtask #.# gets the next barrier"),
  ENDS("subtask #.# comes to the end of its input"),

  REQUEST_IS_ANSWERED("the coordinator answers the request of subtask #.#"),
  REQUEST_IS_LOST("the request of subtask #.# gets lost"),
  ANSWER_IS_LOST("the coordinator answers the request of subtask #.#, and the answer gets lost"),
  LATE_REQUEST_ARRIVES("request # of a former attempt arrives late"),

  CHECKPOINT_IS_TRIGGERED("a checkpoint is triggered"),
  CHECKPOINT_IS_ABORTED("checkpoint # of those under way is aborted"),

  FAILS("subtask #.# fails"),
  REGION_IS_RESTARTED("all subtasks are restarted from the last checkpoint"),
  JOB_IS_RESTARTED("the whole job is restarted from the last checkpoint"),
  JOB_MASTER_IS_RESTARTED(
      "a new JobMaster restores checkpoint # of all, with # placing subtasks and # behind them");

  private final String sentence;

  PlacementStep(String sentence) {
    this.sentence = sentence;
  }

  @Override
  public String sentence() {
    return sentence;
  }
}
