/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.checkpoint;

import java.util.Map;
import org.trilink.benchmark.embedded.EmbeddedFlink;

/** How often there is a checkpoint. */
enum Interval {
  NEVER("none"),
  RARE("30 s"),
  USUAL("5 s"),
  FREQUENT("1 s");

  private final String label;

  Interval(String label) {
    this.label = label;
  }

  /** Settings of a query. */
  Map<String, String> settings() {
    return this == NEVER ? Map.of() : Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, label);
  }

  /** The coordinate's value. */
  @Override
  public String toString() {
    return label;
  }
}
