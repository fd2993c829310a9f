/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import javax.annotation.Nullable;

/**
 * A thread that runs only while its simulation waits for it: so only one of all threads runs at any
 * time, and a simulation stays deterministic although the code that it drives blocks.
 */
public final class Fiber implements AutoCloseable {

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "fiber");
            thread.setDaemon(true);
            return thread;
          });

  private static final ThreadLocal<Fiber> CURRENT = new ThreadLocal<>();

  private final Semaphore toFiber = new Semaphore(0);
  private final Semaphore toSimulation = new Semaphore(0);

  // Both sides access these in turn.
  private Thread thread;
  @Nullable private Action action;
  private boolean parked;
  @Nullable private Throwable failure;

  /** The code that a fiber runs. */
  @FunctionalInterface
  public interface Action {
    void run() throws Exception;
  }

  public Fiber() {
    THREADS.execute(this::loop);
  }

  private void loop() {
    CURRENT.set(this);
    thread = Thread.currentThread();
    toFiber.acquireUninterruptibly();
    while (action != null) {
      try {
        action.run();
      } catch (Throwable e) { // whatever it is, the simulation waits for it
        failure = e;
      }
      Thread.interrupted(); // of a kill
      toSimulation.release();
      toFiber.acquireUninterruptibly();
    }
    CURRENT.remove();
  }

  /** Runs an action until it ends or parks; rethrows its failure. */
  public void run(Action next) throws Exception {
    if (parked) {
      throw new IllegalStateException("The fiber has not ended what it runs.");
    }
    action = next;
    handOver();
  }

  /** Whether its action has not ended, but has parked. */
  public boolean isParked() {
    return parked;
  }

  /** Goes on with an action that has parked, until it ends or parks again. */
  public void resume() throws Exception {
    if (!parked) {
      throw new IllegalStateException("The fiber is not parked.");
    }
    parked = false;
    handOver();
  }

  /** Interrupts an action that has parked, and lets it end. */
  public void kill() {
    while (parked) {
      thread.interrupt();
      parked = false;
      try {
        handOver();
      } catch (Exception | AssertionError e) {
        // it does not matter any more
      }
    }
  }

  private void handOver() throws Exception {
    failure = null;
    toFiber.release();
    toSimulation.acquireUninterruptibly();
    if (failure instanceof Exception exception) {
      throw exception;
    } else if (failure instanceof Error error) {
      throw error;
    }
  }

  /** Lets the simulation go on; returns when it resumes the calling fiber. */
  public static void park() throws InterruptedException {
    Fiber self = CURRENT.get();
    self.parked = true;
    self.toSimulation.release();
    self.toFiber.acquireUninterruptibly();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** Ends the thread. */
  @Override
  public void close() {
    kill();
    action = null;
    toFiber.release();
  }
}
