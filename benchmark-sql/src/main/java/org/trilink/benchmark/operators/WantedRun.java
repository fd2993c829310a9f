/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import org.trilink.examples.local.Engine;

/**
 * A run as its process is told it, one argument.
 *
 * @param rows of the input
 */
record WantedRun(OperatorQuery query, Engine engine, long rows) {

  static WantedRun parse(String text) {
    String[] parts = text.split(":", 3);
    return new WantedRun(
        OperatorQuery.valueOf(parts[0]), Engine.valueOf(parts[1]), Long.parseLong(parts[2]));
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return query.name() + ":" + engine.name() + ":" + rows;
  }
}
