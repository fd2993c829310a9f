/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;

/**
 * Properties whose tries are jobs: they can run for a time ({@link TimedTrials}) and again ({@link
 * ReplayTrial}), and nothing of them runs on behind later tests ({@link TimedShrinking}).
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@AddLifecycleHook(value = ReplayTrial.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
@AddLifecycleHook(value = TimedTrials.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
@AddLifecycleHook(value = TimedShrinking.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
public @interface RandomTrials {}
