/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;

/** Takes savepoints in the canonical format, for which versions of Flink have other types. */
public final class Savepoints {

  private Savepoints() {}

  /** The options of an operator's snapshot for a savepoint. */
  public static CheckpointOptions options() {
    return new CheckpointOptions(
        SavepointType.savepoint(SavepointFormatType.CANONICAL),
        CheckpointStorageLocationReference.getDefault());
  }

  /**
   * Stops a job with a savepoint, without draining it; takes a minute at most.
   *
   * @return the savepoint's path
   */
  public static String stop(MiniCluster cluster, JobID job, String folder) throws Exception {
    return cluster
        .stopWithSavepoint(job, folder, false, SavepointFormatType.CANONICAL)
        .get(1, TimeUnit.MINUTES);
  }
}
