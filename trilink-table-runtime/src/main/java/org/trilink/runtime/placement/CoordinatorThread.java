/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of an exchange's coordinators, for what the JobMaster's main thread must not wait for.
 * It does one thing after the other, in the order in which they were handed over. What fails in it
 * fails the job, unless somebody waits for its result, who then has the failure.
 *
 * <p>Before the start, a task is run by the thread that hands it over: then only the one that
 * creates and restores the coordinators uses them.
 */
final class CoordinatorThread implements Executor {

  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorThread.class);

  private final String operatorName;
  private final Consumer<Throwable> failJob;
  private final ScheduledThreadPoolExecutor executor;
  private volatile boolean started;

  /** The executor's thread; null before it exists. */
  @Nullable private volatile Thread thread;

  /**
   * @param operatorName of the keyed operator if keys are moved, else of a placing one
   * @param failJob may be called by any thread
   */
  CoordinatorThread(String operatorName, Consumer<Throwable> failJob) {
    this.operatorName = operatorName;
    this.failJob = failJob;
    ThreadFactory threads = new ExecutorThreadFactory("trilink-placement " + operatorName);
    executor = new ScheduledThreadPoolExecutor(1, work -> thread = threads.newThread(work));
  }

  /** From now on tasks are run in a thread of their own, which the first of them starts. */
  void start() {
    started = true;
  }

  boolean isStarted() {
    return started;
  }

  /**
   * To be called by what belongs to this thread.
   *
   * @throws IllegalStateException if another thread calls it
   */
  void check() {
    if (started && Thread.currentThread() != thread) {
      throw new IllegalStateException(
          Thread.currentThread().getName()
              + " uses what belongs to the thread of the coordinators of "
              + operatorName
              + ".");
    }
  }

  /** Hands a task over; it is dropped if the coordinators are closed. */
  @Override
  public void execute(Runnable task) {
    if (!started) {
      task.run();
      return;
    }
    try {
      executor.execute(() -> run(task));
    } catch (RejectedExecutionException e) {
      LOG.debug("Key placement, operator {}: a task came after the end.", operatorName);
    }
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      failJob.accept(e);
    }
  }

  /**
   * Hands a task over. The future fails with it, and if the coordinators are closed; the job does
   * not.
   */
  <T> CompletableFuture<T> submit(Callable<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Runnable completion =
        () -> {
          try {
            result.complete(task.call());
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        };
    if (started) {
      try {
        executor.execute(completion);
      } catch (RejectedExecutionException e) {
        result.completeExceptionally(e);
      }
    } else {
      completion.run();
    }
    return result;
  }

  /**
   * Repeats a task until the end, also after it has failed: the coordinators are used on when the
   * job is restored.
   *
   * @param interval between the end of one run and the begin of the next, in ms
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a task that fails fails the job
  void every(long interval, Runnable task) {
    executor.scheduleWithFixedDelay(() -> run(task), interval, interval, TimeUnit.MILLISECONDS);
  }

  /** Ends the thread when it has done what was handed over; does not wait for that. */
  void close() {
    executor.shutdown();
  }
}
