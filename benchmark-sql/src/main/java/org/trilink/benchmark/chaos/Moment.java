/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

/** At which moment of a job's life a fault happens. */
enum Moment {
  /** After some more rows. */
  ANY_TIME(""),

  /** While a checkpoint is under way. */
  IN_CHECKPOINT("in a checkpoint"),

  /** While the job comes back after the kill of a TaskManager. */
  IN_RESTORE("in a restore"),

  /** While keys are moved; only for a job whose keys can be. */
  IN_SYNC("in a Sync");

  private final String text;

  Moment(String text) {
    this.text = text;
  }

  /** As it is printed behind the fault; empty for any time. */
  @Override
  public String toString() {
    return text;
  }
}
