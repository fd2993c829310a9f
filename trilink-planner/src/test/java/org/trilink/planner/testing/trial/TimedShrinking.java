/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;

/**
 * Starts no job for a failed trial's shrinking that would run on behind the property. jqwik waits
 * for shrinking as long as {@code jqwik.shrinking.bounded.seconds}, but does not end it, and its
 * jobs would share sources and sinks with those of later tests of the process.
 */
public final class TimedShrinking implements AroundTryHook {

  /** Leaves a job that has been started 30 s until jqwik waits no longer. */
  private static final long JOBS_NANOS = Duration.ofSeconds(90).toNanos();

  private static final long JQWIK_NANOS = Duration.ofSeconds(125).toNanos();

  /** When properties were first falsified. */
  private static final Map<Method, Long> FALSIFIED = new ConcurrentHashMap<>();

  @Override
  public TryExecutionResult aroundTry(
      TryLifecycleContext context, TryExecutor aTry, List<Object> parameters) {
    Long since = FALSIFIED.get(context.targetMethod());
    if (since != null && System.nanoTime() - since > JQWIK_NANOS) {
      throw new CancellationException("nobody waits for this shrinking any longer");
    }
    if (since != null && System.nanoTime() - since > JOBS_NANOS) {
      return TryExecutionResult.satisfied();
    }
    TryExecutionResult result = aTry.execute(parameters);
    if (result.status() == TryExecutionResult.Status.FALSIFIED) {
      FALSIFIED.putIfAbsent(context.targetMethod(), System.nanoTime());
    }
    return result;
  }
}
