/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.run.Variant;

/** The variants that the benchmark compares: placement strategies, and stock Flink. */
enum BalanceVariant {
  HASH("hash", "hash"),
  MODULO("modulo", "modulo"),
  LEAST_KEY("least-key", "least-key"),
  LEAST_COUNT("least-count", "least-count"),
  LEAST_COUNT_WITH_HISTORY("least-count with history", "least-count") {
    @Override
    Variant on(Path history) {
      return super.on(history)
          .with(Map.of("table.optimizer.trilink.partition.history", history.toString()));
    }
  },
  /** Stock Flink. */
  FLINK("flink", "") {
    @Override
    Variant on(Path history) {
      return Variant.flink(label()).withObjectReuse();
    }
  };

  private final String label;
  private final String strategy;

  /**
   * A way to place keys.
   *
   * @param label in results
   * @param strategy of the hint's option {@code partition}
   */
  BalanceVariant(String label, String strategy) {
    this.label = label;
    this.strategy = strategy;
  }

  /** The names of all in results. */
  static List<String> labels() {
    return Arrays.stream(values()).map(BalanceVariant::label).toList();
  }

  static BalanceVariant byLabel(String label) {
    return Arrays.stream(values())
        .filter(variant -> variant.label.equals(label))
        .findFirst()
        .orElseThrow();
  }

  String label() {
    return label;
  }

  /**
   * The workload's script under this strategy.
   *
   * @param history a file of each key's records
   */
  Variant on(Path history) {
    return Variant.trilink(label)
        .withObjectReuse()
        .with(Map.of("table.optimizer.trilink.partition", strategy));
  }
}
