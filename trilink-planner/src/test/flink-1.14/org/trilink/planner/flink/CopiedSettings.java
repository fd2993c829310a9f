/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The settings of sessions that versions of Flink copy into the environment, where they look up
 * what the session lacks.
 */
public final class CopiedSettings {

  /** Remembers the settings of an environment. */
  public CopiedSettings(StreamExecutionEnvironment environment) {}

  /** Restores them. */
  public void reset() {}
}
