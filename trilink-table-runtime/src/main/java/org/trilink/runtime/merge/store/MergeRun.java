/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A run, and the job that works on it now. */
public final class MergeRun {

  private final String id;
  private final String job;
  private final boolean keepsChanges;

  /**
   * Creates it.
   *
   * @param id of the run, 32 hexadecimal digits
   * @param job the running job's name: its id and that of its graph
   * @param keepsChanges whether it has no windows, so that changes are read
   */
  public MergeRun(String id, String job, boolean keepsChanges) {
    this.id = id;
    this.job = job;
    this.keepsChanges = keepsChanges;
  }

  /** The id of the run that an operator of a job begins; the same on all its subtasks. */
  public static String newId(String job, String operator) {
    return UUID.nameUUIDFromBytes((job + operator).getBytes(StandardCharsets.UTF_8))
        .toString()
        .replace("-", "");
  }

  public String id() {
    return id;
  }

  public String job() {
    return job;
  }

  boolean keepsChanges() {
    return keepsChanges;
  }

  StoreRefusal missing(StoreAddress address) {
    return new StoreRefusal(
        String.format(
            "Global merge: %s has no run %s, which the savepoint continues. Set"
                + " 'global-merge.store' to the store that the savepoint was taken with, or start"
                + " without the savepoint.",
            address, id),
        null);
  }

  StoreRefusal ahead(StoreAddress address, String applied, Membership member) {
    return new StoreRefusal(
        String.format(
            "Global merge: run %s in %s contains the records up to checkpoint %s, but %s, so"
                + " records would be counted twice. Start from checkpoint %s or a later savepoint,"
                + " or without one.",
            id,
            address,
            applied,
            member.isRestored()
                ? "the job starts from checkpoint " + member.restoredCheckpoint()
                : "the job starts without a checkpoint",
            applied),
        null);
  }

  StoreRefusal taken(StoreAddress address, String by) {
    return new StoreRefusal(
        String.format(
            "Global merge: run %s in %s belongs to job %s, but the savepoint is from another job,"
                + " so records would be counted twice. Start from the last savepoint of that job,"
                + " or without one.",
            id, address, by),
        null);
  }

  StoreRefusal takenOver(StoreAddress address) {
    return new StoreRefusal(
        String.format(
            "Global merge: another job, which was started from a savepoint of this one, now writes"
                + " to run %s in %s. Only one of the two jobs can write to it: cancel this job.",
            id, address),
        null);
  }
}
