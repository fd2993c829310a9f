/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.List;
import java.util.Map;

/**
 * A query with all that it needs.
 *
 * @param settings of the session
 * @param definitions statements that create its tables, views and functions
 * @param sql the query
 */
public record EmbeddedQuery(Map<String, String> settings, List<String> definitions, String sql) {

  public EmbeddedQuery {
    settings = Map.copyOf(settings);
    definitions = List.copyOf(definitions);
  }

  /** With other settings. */
  public EmbeddedQuery with(Map<String, String> newSettings) {
    return new EmbeddedQuery(newSettings, definitions, sql);
  }
}
