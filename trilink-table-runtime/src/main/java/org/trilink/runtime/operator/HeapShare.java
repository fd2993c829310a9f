/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * An equal share of a part of this process's heap, for operators that cache objects in front of a
 * state backend and leave all managed memory to the backend. The share changes as other operators
 * start and end.
 */
public final class HeapShare {

  /** 1/n of the heap is shared. */
  private static final int PART = 4;

  /**
   * The number of operators with a share. Static, because the operators of a process have no common
   * context. An operator takes its share when its state is initialized, and releases it when it is
   * closed.
   */
  private static final AtomicInteger SHARERS = new AtomicInteger();

  private boolean isTaken;

  /** Takes a share; further calls have no effect. */
  public void take() {
    if (!isTaken) {
      isTaken = true;
      SHARERS.incrementAndGet();
    }
  }

  /** Releases the share, if it was taken. */
  public void release() {
    if (isTaken) {
      isTaken = false;
      SHARERS.decrementAndGet();
    }
  }

  /** The current size of the share, in bytes. */
  public long bytes() {
    return Runtime.getRuntime().maxMemory() / PART / Math.max(1, SHARERS.get());
  }
}
