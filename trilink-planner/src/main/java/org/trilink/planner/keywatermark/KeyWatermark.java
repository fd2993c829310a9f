/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.ArrayList;
import java.util.List;

/** A key-level watermark as planned: its settings, and how EXPLAIN shows them. */
public final class KeyWatermark {

  private final KeyWatermarkSpec spec;
  private final String settings;
  private final PlannedOrder order;
  private final List<String> consequences;

  /**
   * Creates it.
   *
   * @param settings what is set, and where
   * @param order in which a key's records come
   * @param consequences what a user may not expect of the settings
   */
  KeyWatermark(
      KeyWatermarkSpec spec, String settings, PlannedOrder order, List<String> consequences) {
    this.spec = spec.with(order);
    this.settings = settings;
    this.order = order;
    this.consequences = new ArrayList<>(consequences);
  }

  /**
   * Returns this watermark as it is where each Kafka partition is read by the subtask of its keys,
   * so that a key's records come in one sequence.
   */
  public KeyWatermark withoutExchange() {
    return new KeyWatermark(spec, settings, order.withoutExchange(), consequences);
  }

  public KeyWatermarkSpec spec() {
    return spec;
  }

  /** In which order a key's records come. */
  public PlannedOrder order() {
    return order;
  }

  /** The options that are set, and where; without the order, which is not always of importance. */
  public String settings() {
    return settings;
  }

  /** For EXPLAIN. */
  @Override
  public String toString() {
    List<String> all = new ArrayList<>();
    all.add(settings);
    all.addAll(consequences);
    all.add(order.toString());
    return String.join(", ", all);
  }
}
