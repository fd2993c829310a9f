/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.run.Variant;

/**
 * The variants that the benchmark compares. Of the monitor's modes those of the paper's table 9.
 */
enum SwitchVariant {
  /** Stock Flink, by its hash. */
  FLINK("flink", ""),
  /** Stock Flink, stopped with a savepoint and started again after each change. */
  FLINK_RESTARTED("flink, savepoint and restart", ""),
  /** With the counts of the first phase. */
  LEAST_COUNT("least-count with history", "least-count"),
  /** By the threshold 0.6. */
  AUTO("auto", "auto"),
  AUTO_THRESHOLD_04("auto, threshold 0.4", "auto");

  private static final String PARTITION = "table.optimizer.trilink.partition";
  private static final String MONITOR = PARTITION + ".monitor";
  private static final Duration SETTLING_TIME = Duration.ofSeconds(10);
  private static final Duration GRACE_TIME = Duration.ofMinutes(5);

  private final String label;
  private final String strategy;

  /**
   * A way to place keys.
   *
   * @param label in results
   * @param strategy as in the option {@code partition}; empty for stock Flink
   */
  SwitchVariant(String label, String strategy) {
    this.label = label;
    this.strategy = strategy;
  }

  static List<String> labels(SwitchVariant... variants) {
    return Arrays.stream(variants).map(SwitchVariant::label).toList();
  }

  static SwitchVariant byLabel(String label) {
    return Arrays.stream(values())
        .filter(variant -> variant.label.equals(label))
        .findFirst()
        .orElseThrow();
  }

  String label() {
    return label;
  }

  boolean isRestarted() {
    return this == FLINK_RESTARTED;
  }

  /**
   * The workload's script under this strategy.
   *
   * @param history a file of each key's records in the first phase
   * @param factor by how much faster than in the paper the monitor's times pass
   */
  Variant on(Path history, int factor) {
    if (strategy.isEmpty()) {
      return Variant.flink(label).withObjectReuse();
    }
    Map<String, String> settings = new HashMap<>(options(history));
    settings.put(PARTITION, strategy);
    if (strategy.equals("auto")) {
      settings.put(PARTITION + ".sync.settling-time", SETTLING_TIME.toMillis() / factor + " ms");
      settings.put(PARTITION + ".sync.grace-time", GRACE_TIME.toMillis() / factor + " ms");
    }
    return Variant.trilink(label).withObjectReuse().with(settings);
  }

  /**
   * Returns this variant in real time, with another settling time: for how long nothing is moved
   * after a move.
   */
  Variant settling(Duration time) {
    return Variant.trilink(label)
        .withObjectReuse()
        .with(
            Map.of(
                PARTITION, strategy, PARTITION + ".sync.settling-time", time.toMillis() + " ms"));
  }

  private Map<String, String> options(Path history) {
    return switch (this) {
      case FLINK, FLINK_RESTARTED, AUTO -> Map.of();
      case LEAST_COUNT -> Map.of(PARTITION + ".history", history.toString());
      case AUTO_THRESHOLD_04 -> Map.of(MONITOR + ".threshold", "0.4");
    };
  }
}
