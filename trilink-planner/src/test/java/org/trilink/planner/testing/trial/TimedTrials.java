/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;

/**
 * Draws trials for a given time instead of a given number of them: {@code -Dtrilink.minutes=N} for
 * each property. Says how many there were.
 */
public final class TimedTrials implements AroundPropertyHook, AroundTryHook {

  private static final long MINUTES = Long.getLong("trilink.minutes", 0);

  private static final AtomicLong TRIALS = new AtomicLong();

  private static volatile long end;

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    if (MINUTES == 0) {
      return property.execute();
    }
    context.attributes().setTries(Integer.MAX_VALUE);
    end = System.nanoTime() + Duration.ofMinutes(MINUTES).toNanos();
    TRIALS.set(0);
    PropertyExecutionResult result = property.execute();
    System.out.printf(
        "%s: %,d trials in %d minutes: %s%n",
        context.extendedLabel(), TRIALS.get(), MINUTES, result.status());
    return result;
  }

  @Override
  public TryExecutionResult aroundTry(
      TryLifecycleContext context, TryExecutor aTry, List<Object> parameters) {
    if (MINUTES > 0 && System.nanoTime() - end > 0) {
      return TryExecutionResult.satisfied(true);
    }
    TRIALS.incrementAndGet();
    return aTry.execute(parameters);
  }

  /** Within the hooks that set a number of trials. */
  @Override
  public int aroundPropertyProximity() {
    return -50;
  }
}
