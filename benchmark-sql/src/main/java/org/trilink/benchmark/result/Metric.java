/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.result;

/** The metrics of a run. */
public enum Metric {
  /** Input records that the run read. */
  RECORDS("records"),
  /** Input records that the run was timed over: in a job the last part of the input. */
  TIMED_RECORDS("records"),
  /** How long it took to consume these. */
  SECONDS("s"),
  RECORDS_PER_SECOND("records/s"),
  /** How long of that time the process collected garbage, and did nothing else. */
  GARBAGE_COLLECTION_SECONDS("s"),
  /** CPU time of all TaskManagers, or programs, over these records. */
  CPU_PER_RECORD("µs"),
  /** Rows that the oracle expects. */
  ROWS_EXPECTED("rows"),
  /** Rows that equal the oracle's. */
  ROWS_RIGHT("rows"),
  /** Rows that the oracle expects with other values. */
  ROWS_WRONG("rows"),
  /** Rows that the oracle expects and the result has not. */
  ROWS_MISSING("rows"),
  /** Rows that the oracle does not expect, and second rows for one key. */
  ROWS_SURPLUS("rows"),
  /** Input records that belong to a row and that the result counts in none. */
  RECORDS_LOST("records"),
  /**
   * From the input record that completes a result to the result's row, both by the broker's clock.
   */
  LATENCY_P50("ms"),
  LATENCY_P99("ms"),
  LATENCY_MAX("ms"),
  /** From the submission of a job, whose input is there, to its first row by the broker's clock. */
  COLD_START_MILLIS("ms"),
  /** Received by TaskManagers from other TaskManagers. */
  BYTES_BETWEEN_TASK_MANAGERS("bytes"),
  /** Received by tasks from other tasks on the same TaskManager. */
  BYTES_WITHIN_TASK_MANAGERS("bytes"),
  /** Least over greatest load of the subtasks, 0 to 1 (the paper's section 3.3). */
  BALANCE_DEGREE(""),
  /** (Greatest - mean load) / mean load of the subtasks (the paper's section 3.3). */
  EXTRA_COMPUTE_TIME(""),
  /** The median of the run's checkpoints. */
  CHECKPOINT_BYTES("bytes"),
  /** From trigger to completion, the median of the run's checkpoints. */
  CHECKPOINT_MILLIS("ms"),
  /** Checkpoints that were completed. */
  CHECKPOINTS(""),
  /**
   * For how long a subtask processed no record while its part of a checkpoint was taken, the
   * longest of the subtasks.
   */
  CHECKPOINT_PAUSE_P50("ms"),
  CHECKPOINT_PAUSE_MAX("ms"),
  /** How often keys were moved while it was timed. */
  SYNCS(""),
  KEYS_MOVED("keys"),
  /** State that went with them. */
  STATE_MOVED("bytes"),
  /**
   * For how long watermarks, and records of the keys that are moved, wait for one move, from the
   * markers to the last key's arrival; of a job that is stopped and started again: all records.
   */
  PAUSE_P50("ms"),
  PAUSE_P99("ms"),
  PAUSE_MAX("ms"),
  /** Faults that a job survived, and how often its state was restored. */
  FAULTS(""),
  RESTORES(""),
  /** From a fault to the first committed row that was written after it. */
  RECOVERY_P50("ms"),
  RECOVERY_MAX("ms"),
  /** For how long no row came, by the broker's clock, the longest time. */
  OUTPUT_GAP_MAX("ms"),
  /**
   * The heap of a process at one time, after a garbage collection; {@link #STATE_FILES_BYTES} are
   * the files of its state at that time.
   */
  HEAP_BYTES("bytes"),
  STATE_FILES_BYTES("bytes"),
  /** Keys that the operator has state of. */
  KEYS_IN_STATE("keys"),
  THREADS(""),
  FILE_HANDLES("");

  private final String unit;

  Metric(String unit) {
    this.unit = unit;
  }

  /** For people; empty for a ratio. */
  public String unit() {
    return unit;
  }
}
