/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.runtime.tasks.StreamTask;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;

/**
 * A thread for calls that block, such as those to the coordinator. A task's own threads are not for
 * them: it may have a single one, in which the asynchronous part of its checkpoints runs.
 */
public final class CallThread {

  /** How long it waits for the next call before it ends, in seconds. */
  private static final long IDLE = 10;

  private CallThread() {}

  /**
   * Creates an executor with one thread, which its first call starts. The end of the task shuts it
   * down and interrupts its calls.
   *
   * @throws UncheckedIOException if the task is ending already
   */
  public static ExecutorService of(StreamTask<?, ?> task) {
    ThreadPoolExecutor thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new ExecutorThreadFactory("trilink-placement-call"));
    thread.allowCoreThreadTimeOut(true);
    try {
      task.getCancelables().registerCloseable(thread::shutdownNow);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return thread;
  }
}
