/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for conditions of a running job for which there is no notification. */
public final class Await {

  private static final long POLL_MILLIS = 100;

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
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "waited %d s in vain for %s".formatted(limit.toSeconds(), what));
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }
}
