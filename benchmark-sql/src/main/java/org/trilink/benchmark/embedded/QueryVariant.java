/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.function.LongFunction;
import org.trilink.benchmark.result.Trial;

/**
 * One of the ways in which a query is run.
 *
 * @param trial of its first round
 * @param over the query as the engine is given it, by the rows of its input
 */
public record QueryVariant(Trial trial, LongFunction<EmbeddedQuery> over) {

  EmbeddedQuery over(long rows) {
    return over.apply(rows);
  }

  boolean isOf(Trial other) {
    return trial.variant().equals(other.variant()) && trial.situation().equals(other.situation());
  }
}
