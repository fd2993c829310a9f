/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

/**
 * An operator that takes its values and maps from its runtime context when it is opened, and writes
 * none while a snapshot is taken. So its context may have a {@link CachingStateStore}.
 */
public interface TakesStateFromContext {}
