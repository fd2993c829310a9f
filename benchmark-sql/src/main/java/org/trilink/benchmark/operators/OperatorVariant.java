/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import java.util.stream.Stream;
import org.trilink.benchmark.embedded.EmbeddedQuery;
import org.trilink.launcher.local.Engine;

/** An engine, and what it is told of the input. */
enum OperatorVariant {
  FLINK("flink", Engine.FLINK),
  /** Is told that records of a key come in order, which is true of this input. */
  TRILINK("trilink", Engine.TRILINK),
  /** Is not told so, as of most topics nobody knows it: Flink's watermark is the floor. */
  ANY_ORDER("trilink, any order", Engine.TRILINK);

  private final String label;
  private final Engine engine;

  OperatorVariant(String label, Engine engine) {
    this.label = label;
    this.engine = engine;
  }

  /** The variants that run a query, stock Flink first. */
  static Stream<OperatorVariant> of(OperatorQuery query) {
    return Stream.of(values()).filter(variant -> variant != ANY_ORDER || query.hasKeyWatermarks());
  }

  /** The query over an input, as this variant is given it. */
  EmbeddedQuery over(OperatorQuery query, InOrderInput input) {
    return query.over(input, engine, this == ANY_ORDER ? "any" : OperatorQuery.BY_KEY);
  }

  /** The trial's variant. */
  @Override
  public String toString() {
    return label;
  }
}
