/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.util.List;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;

/**
 * Runs a failed trial again: {@code -Dtrilink.trial=SEED:TRY}, with seed and tries from the report
 * of the failure. Earlier tries are generated, but not run.
 */
public final class ReplayTrial implements AroundPropertyHook, AroundTryHook {

  private static final String WANTED = System.getProperty("trilink.trial", "");

  private static int tries;

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    tries = 0;
    if (!WANTED.isEmpty()) {
      context.attributes().setSeed(wanted(0));
      context.attributes().setTries(wantedTry());
      context.attributes().setAfterFailure(AfterFailureMode.RANDOM_SEED);
    }
    return property.execute();
  }

  @Override
  public TryExecutionResult aroundTry(
      TryLifecycleContext context, TryExecutor aTry, List<Object> parameters) {
    tries++;
    return !WANTED.isEmpty() && tries < wantedTry()
        ? TryExecutionResult.satisfied()
        : aTry.execute(parameters);
  }

  private static int wantedTry() {
    return Integer.parseInt(wanted(1));
  }

  private static String wanted(int part) {
    String[] parts = WANTED.split(":", -1);
    if (parts.length != 2) {
      throw new IllegalArgumentException("-Dtrilink.trial must be SEED:TRY, not '" + WANTED + "'");
    }
    return parts[part];
  }

  @Override
  public int aroundPropertyProximity() {
    return -100;
  }
}
