/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.List;
import java.util.Map;
import org.trilink.launcher.local.Engine;

/**
 * A query with all that it needs.
 *
 * @param engine that runs it
 * @param settings of the session
 * @param definitions statements that create its tables, views and functions
 * @param sql the query
 */
public record EmbeddedQuery(
    Engine engine, Map<String, String> settings, List<String> definitions, String sql) {

  public EmbeddedQuery {
    settings = Map.copyOf(settings);
    definitions = List.copyOf(definitions);
  }

  /** With other settings. */
  public EmbeddedQuery with(Map<String, String> newSettings) {
    return new EmbeddedQuery(engine, newSettings, definitions, sql);
  }

  /** Run by another engine. */
  public EmbeddedQuery on(Engine newEngine) {
    return new EmbeddedQuery(newEngine, settings, definitions, sql);
  }
}
