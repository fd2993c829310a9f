/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Keeps what is to be run in another thread, for the simulation to run it as a step. */
public final class SteppedExecutor extends AbstractExecutorService {

  private final Deque<Runnable> work = new ArrayDeque<>();

  /** Returns the actions that are to be run, in order; the caller removes them. */
  public Deque<Runnable> work() {
    return work;
  }

  @Override
  public void execute(Runnable command) {
    work.add(command);
  }

  @Override
  public void shutdown() {
    work.clear();
  }

  @Override
  public List<Runnable> shutdownNow() {
    work.clear();
    return Collections.emptyList();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return true;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}
