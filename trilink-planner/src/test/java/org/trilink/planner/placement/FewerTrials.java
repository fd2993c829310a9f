/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import org.trilink.planner.testing.trial.ReplayTrial;

/**
 * Runs fewer trials of a property than of others, as each waits for Syncs: {@code
 * -Dtrilink.moved-keys-trials=N}.
 */
final class FewerTrials implements AroundPropertyHook {

  private static final int TRIES = Integer.getInteger("trilink.moved-keys-trials", 5);

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    context.attributes().setTries(TRIES);
    return property.execute();
  }

  /** Before {@link ReplayTrial}, which sets the number of trials that it needs. */
  @Override
  public int aroundPropertyProximity() {
    return -200;
  }
}
