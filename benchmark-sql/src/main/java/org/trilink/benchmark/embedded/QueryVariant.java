/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.function.LongFunction;
import org.trilink.benchmark.result.Trial;
import org.trilink.launcher.local.Engine;

/**
 * One of the ways in which a query is run.
 *
 * @param trial of its first round
 * @param over the query as the engine is given it, by the rows of its input
 */
public record QueryVariant(Trial trial, Engine engine, LongFunction<EmbeddedQuery> over) {

  EngineQuery over(long rows) {
    return new EngineQuery(engine, over.apply(rows));
  }

  boolean isOf(Trial other) {
    return trial.variant().equals(other.variant()) && trial.situation().equals(other.situation());
  }
}
