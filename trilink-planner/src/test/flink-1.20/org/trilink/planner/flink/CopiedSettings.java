/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The settings of sessions that versions of Flink copy into the environment, where they look up
 * what the session lacks.
 */
public final class CopiedSettings {

  private final Configuration settings;
  private final Configuration initial;

  /** Remembers the settings of an environment. */
  public CopiedSettings(StreamExecutionEnvironment environment) {
    settings = (Configuration) environment.getConfiguration();
    initial = settings.clone();
  }

  /** Restores them. */
  public void reset() {
    for (String key : settings.toMap().keySet()) {
      settings.removeConfig(ConfigOptions.key(key).stringType().noDefaultValue());
    }
    settings.addAll(initial);
  }
}
