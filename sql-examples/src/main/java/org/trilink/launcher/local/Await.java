/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

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
        throw inVain(what, limit);
      }
      pause(POLL_MILLIS);
    }
  }

  /**
   * Waits until what others say fulfils the condition.
   *
   * @param what is waited for, for the message
   * @return what they said then
   * @throws CommandFailure when it does not within the limit; it has what they said last
   */
  public static <T> T until(
      String what, Duration limit, Supplier<T> said, Predicate<? super T> condition) {
    long end = System.nanoTime() + limit.toNanos();
    T latest = said.get();
    while (!condition.test(latest)) {
      if (System.nanoTime() > end) {
        throw new CommandFailure(inVain(what, limit).getMessage() + "; the latest: " + latest);
      }
      pause(POLL_MILLIS);
      latest = said.get();
    }
    return latest;
  }

  private static CommandFailure inVain(String what, Duration limit) {
    return new CommandFailure("waited %d s in vain for %s".formatted(limit.toSeconds(), what));
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
