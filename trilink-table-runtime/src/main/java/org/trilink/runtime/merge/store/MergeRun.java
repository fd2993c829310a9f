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
   * @param job the running job's id, 32 hexadecimal digits
   * @param keepsChanges whether it has no windows, and changes are asked for
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
            "Global merge: %s has no run %s, which the savepoint goes on with. Point"
                + " 'global-merge.store' to the store that it was taken with, or start without the"
                + " savepoint.",
            address, id),
        null);
  }

  StoreRefusal ahead(StoreAddress address, String applied, Membership member) {
    return new StoreRefusal(
        String.format(
            "Global merge: run %s in %s has what came up to checkpoint %s, and %s: records would be"
                + " counted twice. Start from checkpoint %s or a later savepoint, or without one.",
            id,
            address,
            applied,
            member.isRestored()
                ? "the job starts from checkpoint " + member.restoredCheckpoint()
                : "the job starts from none",
            applied),
        null);
  }

  StoreRefusal taken(StoreAddress address, String by) {
    return new StoreRefusal(
        String.format(
            "Global merge: run %s in %s belongs to job %s, which is not the one that the savepoint"
                + " is from: records would be counted twice. Start from that job's last savepoint,"
                + " or without one.",
            id, address, by),
        null);
  }

  StoreRefusal takenOver(StoreAddress address) {
    return new StoreRefusal(
        String.format(
            "Global merge: another job, started from a savepoint of this one, works on run %s in"
                + " %s now. Only one of them can: cancel this job.",
            id, address),
        null);
  }
}
