/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.util.ExceptionUtils;

/** Stops jobs with a savepoint. */
public final class Savepoints {

  private static final long TIMEOUT_SECONDS = 60;

  private Savepoints() {}

  /**
   * Stops a job and returns the savepoint's path. Retries while some of the job's tasks are still
   * being deployed.
   */
  public static String stop(JobClient job, Path folder) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (true) {
      try {
        return job.stopWithSavepoint(false, folder.toUri().toString())
            .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        boolean deploying =
            ExceptionUtils.findThrowableWithMessage(
                    e, "Not all required tasks are currently running")
                .isPresent();
        if (!deploying || System.nanoTime() > deadline) {
          throw e;
        }
      }
    }
  }
}
