/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.UUID;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.trilink.runtime.merge.store.BucketRange;
import org.trilink.runtime.merge.store.Membership;
import org.trilink.runtime.merge.store.MergeRun;

/**
 * One attempt of a subtask, and the run that it works on. Every attempt is a separate writer, with
 * a separate fence, as it reads some records of an earlier attempt again.
 */
final class MergeAttempt {

  private final int subtask;
  private final int parallelism;
  private final String job;
  private final String run;
  private final String writer;
  @Nullable private final GlobalMergeState.Restored restored;

  /**
   * Continues the restored run, or begins a new one.
   *
   * @param job the running job's name, unlike that of any other job
   * @param operator the operator's id, which with the job's name names a new run
   * @param restored null if nothing was restored
   */
  MergeAttempt(
      TaskInfo task, String job, String operator, @Nullable GlobalMergeState.Restored restored) {
    this.subtask = task.getIndexOfThisSubtask();
    this.parallelism = task.getNumberOfParallelSubtasks();
    this.job = job;
    this.run = restored == null ? MergeRun.newId(job, operator) : restored.run();
    this.writer = UUID.randomUUID().toString().replace("-", "");
    this.restored = restored;
  }

  int subtask() {
    return subtask;
  }

  int parallelism() {
    return parallelism;
  }

  String job() {
    return job;
  }

  /** The run's id. */
  String run() {
    return run;
  }

  /** The unique name of this attempt as a writer. */
  String writer() {
    return writer;
  }

  boolean isRestored() {
    return restored != null;
  }

  /**
   * The event time in ms up to which this subtask may not add anything; Long.MIN_VALUE for no
   * restriction.
   */
  long restoredBound() {
    return restored == null ? Long.MIN_VALUE : restored.bound();
  }

  /** The buckets whose results this subtask emits. */
  BucketRange buckets() {
    return BucketRange.of(subtask, parallelism);
  }

  /** The membership with which the subtask joins the run. */
  Membership membership() {
    Membership member = Membership.fresh(subtask, parallelism, writer);
    return restored == null ? member : member.restoredFrom(restored.job(), restored.checkpoint());
  }
}
