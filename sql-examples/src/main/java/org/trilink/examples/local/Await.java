/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what other processes do. */
public final class Await {

  private static final long POLL_MILLIS = 100;

  private Await() {}

  /**
   * Waits until the condition holds.
   *
   * @param what is waited for, for the message: "the broker to start"
   * @throws CommandFailure when it does not hold within the limit
   */
  public static void until(String what, Duration limit, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new CommandFailure("waited %d s in vain for %s".formatted(limit.toSeconds(), what));
      }
      pause(POLL_MILLIS);
    }
  }

  /** Lets other processes work. */
  public static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted", e);
    }
  }
}
