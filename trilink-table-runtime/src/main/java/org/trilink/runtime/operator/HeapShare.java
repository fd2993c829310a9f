/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * An equal share of a part of this process's heap, for operators that keep objects beside a state
 * backend and leave it all of the managed memory: it grows and shrinks as others come and go.
 */
public final class HeapShare {

  /** One in so many parts of the heap is shared. */
  private static final int PART = 4;

  /**
   * How many have a share. Static, because operators of a process know nothing of each other. Each
   * belongs to an operator, which takes it when its state is initialized, and releases it when it
   * is closed.
   */
  private static final AtomicInteger SHARERS = new AtomicInteger();

  private boolean isTaken;

  /** Takes a share, once. */
  public void take() {
    if (!isTaken) {
      isTaken = true;
      SHARERS.incrementAndGet();
    }
  }

  /** Gives the share back, if it was taken. */
  public void release() {
    if (isTaken) {
      isTaken = false;
      SHARERS.decrementAndGet();
    }
  }

  /** How much it is now, in bytes. */
  public long bytes() {
    return Runtime.getRuntime().maxMemory() / PART / Math.max(1, SHARERS.get());
  }
}
