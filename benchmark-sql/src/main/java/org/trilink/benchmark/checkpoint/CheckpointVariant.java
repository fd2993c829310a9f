/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.checkpoint;

import org.trilink.benchmark.embedded.EmbeddedQuery;
import org.trilink.benchmark.operators.InOrderInput;
import org.trilink.benchmark.operators.OperatorQuery;
import org.trilink.launcher.local.Engine;

/**
 * How a query is run.
 *
 * @param interval of its checkpoints
 */
record CheckpointVariant(OperatorQuery query, Engine engine, Interval interval) {

  EmbeddedQuery over(InOrderInput input) {
    return query.over(input, engine).with(interval.settings());
  }

  static String text(String engine, String interval) {
    return engine + " every " + interval;
  }

  /** "flink every 5 s", as processes name it. */
  @Override
  public String toString() {
    return text(engine.toString(), interval.toString());
  }
}
