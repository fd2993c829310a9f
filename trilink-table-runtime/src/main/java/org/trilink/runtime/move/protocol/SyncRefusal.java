/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

/** Why no Sync can be requested at the moment. */
public enum SyncRefusal {
  UNDER_WAY("another Sync is in progress"),
  NOT_RUNNING("not all subtasks are running"),
  SENDER_ENDED("the input of a placing subtask has ended"),
  /** Flink's adaptive scheduler has chosen another parallelism than that of the query. */
  OTHER_PARALLELISM(
      "the operator runs with another number of subtasks than planned, as Flink may let it with"
          + " 'scheduler-mode: reactive' or 'jobmanager.scheduler: adaptive'");

  private final String text;

  SyncRefusal(String text) {
    this.text = text;
  }

  /** For logs: part of a sentence. */
  public String text() {
    return text;
  }

  /** Whether it passes by itself; otherwise it lasts until the job is started again. */
  public boolean passes() {
    return this == UNDER_WAY || this == NOT_RUNNING;
  }
}
