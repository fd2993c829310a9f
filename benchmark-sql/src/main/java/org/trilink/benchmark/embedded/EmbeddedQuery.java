/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.List;

/**
 * A query with all that it needs.
 *
 * @param definitions statements that create its tables, views and functions
 * @param sql the query
 */
public record EmbeddedQuery(List<String> definitions, String sql) {

  public EmbeddedQuery {
    definitions = List.copyOf(definitions);
  }
}
