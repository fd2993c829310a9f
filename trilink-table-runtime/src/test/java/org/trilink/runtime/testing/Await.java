/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javax.annotation.Nullable;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.util.concurrent.FutureUtils;

/** Waits for what a server or a job will have done soon, and for which there is no notification. */
public final class Await {

  private static final long POLL_MILLIS = 50;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private Await() {}

  /**
   * Waits until the condition holds.
   *
   * @param what the condition, for the message: "all rows to be read"
   * @throws IllegalStateException when it does not hold within the limit
   */
  public static void until(String what, Duration limit, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      pause(what, limit, end, null);
    }
  }

  /**
   * Waits for a minute at most until the condition holds. An exception counts as that it does not,
   * yet, as the server may not run.
   *
   * @param what the condition, for the message: "a new master"
   * @throws IllegalStateException when it does not hold within the minute; the cause is the latest
   *     exception
   */
  public static void until(String what, Callable<Boolean> condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    Exception latest = null;
    while (true) {
      try {
        if (condition.call()) {
          return;
        }
      } catch (Exception e) {
        latest = e;
      }
      pause(what, LIMIT, end, latest);
    }
  }

  private static void pause(String what, Duration limit, long end, @Nullable Exception latest) {
    if (System.nanoTime() > end) {
      throw new IllegalStateException(
          "waited %d s in vain for %s".formatted(limit.toSeconds(), what), latest);
    }
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /**
   * Waits for the end of a job.
   *
   * @throws TimeoutException after the limit; the job is cancelled then, lest it goes on behind
   *     other tests and shares their sinks
   */
  public static void end(JobClient job, Duration limit) throws Exception {
    future(job.getJobExecutionResult(), job, limit);
  }

  /**
   * Waits for what a job does.
   *
   * @throws ExecutionException at once if the job fails before
   * @throws TimeoutException after the limit; the job is cancelled then
   */
  public static void future(CompletableFuture<?> done, JobClient job, Duration limit)
      throws Exception {
    CompletableFuture<Void> doneOrFailed = new CompletableFuture<>();
    FutureUtils.forward(done.thenAccept(result -> {}), doneOrFailed);
    FutureUtils.forward(
        job.getJobExecutionResult().thenCompose(ended -> new CompletableFuture<Void>()),
        doneOrFailed);
    try {
      doneOrFailed.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      job.cancel().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      throw e;
    }
  }
}
