/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The session settings with which Trilink's planner must give stock Flink's results. */
enum Mode {
  MODULO,
  LEAST_KEY,
  LEAST_COUNT,
  WEIGHT,
  LOCAL_MERGE,

  /** Keys are placed in the phases of an aggregate over mini-batches, with DISTINCT in four. */
  MINI_BATCH,

  /** The tables have no event time, so that key-level watermarks have nothing to change here. */
  ALL;

  private static final String TRILINK = "table.optimizer.trilink.";

  /** Returns the keys of the session's configuration with their values. */
  Map<String, String> settings() {
    return switch (this) {
      case MODULO -> trilink(Map.of("partition", "modulo"));
      case LEAST_KEY -> trilink(Map.of("partition", "least-key"));
      case LEAST_COUNT -> trilink(Map.of("partition", "least-count"));
      case WEIGHT -> trilink(Map.of("partition", "weight", "partition.weights", "30,70"));
      case LOCAL_MERGE -> trilink(Map.of("exchange", "local-merge"));
      case MINI_BATCH -> inMiniBatches(trilink(Map.of("partition", "least-count")));
      case ALL ->
          trilink(
              Map.of("watermark", "key", "partition", "least-count", "exchange", "local-merge"));
    };
  }

  private static Map<String, String> trilink(Map<String, String> options) {
    Map<String, String> settings = new TreeMap<>();
    options.forEach((name, value) -> settings.put(TRILINK + name, value));
    return settings;
  }

  private static Map<String, String> inMiniBatches(Map<String, String> settings) {
    settings.put("table.exec.mini-batch.enabled", "true");
    settings.put("table.exec.mini-batch.allow-latency", "1 s");
    settings.put("table.exec.mini-batch.size", "3");
    settings.put("table.optimizer.agg-phase-strategy", "TWO_PHASE");
    settings.put("table.optimizer.distinct-agg.split.enabled", "true");
    return settings;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
