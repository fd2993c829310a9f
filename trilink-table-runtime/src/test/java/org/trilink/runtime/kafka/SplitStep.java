/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.trilink.runtime.simulation.StepKind;

/** The steps that may happen in a {@link SplitSimulation}. */
enum SplitStep implements StepKind {
  PARTITIONS_ARE_DISCOVERED("the enumerator discovers the partitions"),
  READER_STARTS("reader # starts"),
  READER_READS("reader # reads # records of each of its partitions"),
  READER_GETS_MESSAGE("reader # gets its next message"),
  ENUMERATOR_GETS_MESSAGE("the enumerator gets the next message of reader #"),

  CHECKPOINT_IS_TRIGGERED("a checkpoint is triggered"),
  CHECKPOINT_IS_ABORTED("the checkpoint under way is aborted"),

  READER_FAILS("reader # fails"),
  READER_IS_RESET("reader # is reset to the last checkpoint"),
  JOB_IS_RESTARTED(
      "the job is restarted with # readers, and its splits are dealt out as in deal #");

  private final String sentence;

  SplitStep(String sentence) {
    this.sentence = sentence;
  }

  @Override
  public String sentence() {
    return sentence;
  }
}
