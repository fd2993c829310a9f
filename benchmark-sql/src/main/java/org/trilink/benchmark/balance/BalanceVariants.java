/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.run.Variant;

/** The variants that the benchmark compares: placement strategies, and stock Flink. */
final class BalanceVariants {

  static final String HASH = "hash";
  static final String MODULO = "modulo";
  static final String LEAST_KEY = "least-key";
  static final String LEAST_COUNT = "least-count";
  static final String LEAST_COUNT_WITH_HISTORY = "least-count with history";
  static final String FLINK = "flink";

  static final List<String> ALL =
      List.of(HASH, MODULO, LEAST_KEY, LEAST_COUNT, LEAST_COUNT_WITH_HISTORY, FLINK);

  private static final String PARTITION = "table.optimizer.trilink.partition";

  private BalanceVariants() {}

  /**
   * The workload's script under a strategy.
   *
   * @param history a file of each key's records
   */
  static Variant byName(String name, Path history) {
    return switch (name) {
      case FLINK -> Variant.flink(name).withObjectReuse();
      case LEAST_COUNT_WITH_HISTORY ->
          placed(name, LEAST_COUNT).with(Map.of(PARTITION + ".history", history.toString()));
      default -> placed(name, name);
    };
  }

  private static Variant placed(String name, String strategy) {
    return Variant.trilink(name).withObjectReuse().with(Map.of(PARTITION, strategy));
  }
}
