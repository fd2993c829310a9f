/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.util.clock.Clock;
import org.apache.flink.util.clock.SystemClock;

/**
 * Warnings that input from outside can cause any number of times. The first is logged at once. Of
 * those that follow within a minute, the last is logged, with their number, when the minute is
 * over.
 *
 * <p>It is used by one thread at a time.
 */
public final class LimitedWarnings {

  private static final long INTERVAL = 60_000;

  private final Consumer<String> log;
  private final Clock clock;

  /** Nothing is logged before this time. */
  private long next = Long.MIN_VALUE;

  /** The number of warnings since the last line. */
  private long withheld;

  /** The last warning that is withheld; null unless some are withheld. */
  @Nullable private String last;

  /**
   * Creates it without warnings.
   *
   * @param log logs a line
   */
  public LimitedWarnings(Consumer<String> log) {
    this(log, SystemClock.getInstance());
  }

  LimitedWarnings(Consumer<String> log, Clock clock) {
    this.log = log;
    this.clock = clock;
  }

  /** Adds a warning, which is logged now, later, or as one of several. */
  public void add(String warning) {
    withheld++;
    last = warning;
    tick();
  }

  /** Logs what was withheld, if it is time; to be called now and then. */
  public void tick() {
    if (withheld == 0) {
      return;
    }
    long now = clock.relativeTimeMillis();
    if (now >= next) {
      next = now + INTERVAL;
      flush();
    }
  }

  /** Whether the latest warning is not logged yet, so that its end need not be logged either. */
  public boolean isWithholding() {
    return withheld > 0;
  }

  /** Logs what was withheld, whatever the time is; for the end. */
  public void flush() {
    if (withheld > 0) {
      log.accept(
          withheld == 1 ? last : last + " (the last of " + withheld + " more such warnings)");
      withheld = 0;
      last = null;
    }
  }
}
