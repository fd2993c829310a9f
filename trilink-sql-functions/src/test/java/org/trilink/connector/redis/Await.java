/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for what a server or a job will have done soon. */
public final class Await {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Until a condition holds; an exception counts as that it does not, yet. */
  public static void until(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + LIMIT.toNanos();
    Exception last = null;
    while (System.nanoTime() < end) {
      try {
        if (condition.call()) {
          return;
        }
      } catch (Exception e) {
        last = e;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    throw new AssertionError("In " + LIMIT.toSeconds() + " s there was no " + what, last);
  }

  private Await() {}
}
