/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.trilink.benchmark.run.Variant;

/**
 * The variants that benchmarks on the placement of keys compare: strategies, and stock Flink. Of
 * the monitor's modes there are those of the paper's table 9.
 */
public final class PlacementVariants {

  public static final String HASH = "hash";
  public static final String MODULO = "modulo";
  public static final String LEAST_KEY = "least-key";
  public static final String LEAST_COUNT = "least-count";

  /** With the counts of the time before, or of the first phase. */
  public static final String LEAST_COUNT_WITH_HISTORY = "least-count with history";

  /** Stock Flink, by its hash. */
  public static final String FLINK = "flink";

  /** Stock Flink, stopped with a savepoint and started again after each change. */
  static final String FLINK_RESTARTED = "flink, savepoint and restart";

  /** By the threshold 0.6. */
  static final String AUTO = "auto";

  static final String AUTO_THRESHOLD_04 = "auto, threshold 0.4";

  private static final String PARTITION = "table.optimizer.trilink.partition";
  private static final Duration SETTLING_TIME = Duration.ofSeconds(10);
  private static final Duration GRACE_TIME = Duration.ofMinutes(5);

  private PlacementVariants() {}

  /**
   * The workload's script on stock Flink, or under a strategy by which keys stay.
   *
   * @param history a file of each key's records
   */
  public static Variant byName(String name, Path history) {
    return switch (name) {
      case FLINK, FLINK_RESTARTED -> Variant.flink(name).withObjectReuse();
      case LEAST_COUNT_WITH_HISTORY ->
          placed(name, LEAST_COUNT).with(Map.of(PARTITION + ".history", history.toString()));
      default -> placed(name, name);
    };
  }

  /**
   * The workload's script on stock Flink, or under a strategy by which keys stay or follow the
   * load.
   *
   * @param history a file of each key's records
   * @param factor by how much faster than in the paper the monitor's times pass
   */
  static Variant byName(String name, Path history, int factor) {
    return switch (name) {
      case AUTO -> inTime(name, factor);
      case AUTO_THRESHOLD_04 ->
          inTime(name, factor).with(Map.of(PARTITION + ".monitor.threshold", "0.4"));
      default -> byName(name, history);
    };
  }

  private static Variant inTime(String name, int factor) {
    return settling(name, SETTLING_TIME.dividedBy(factor))
        .with(Map.of(PARTITION + ".sync.grace-time", GRACE_TIME.toMillis() / factor + " ms"));
  }

  /**
   * The workload's script with keys that follow the load.
   *
   * @param time for how long nothing is moved after a move
   */
  static Variant settling(String name, Duration time) {
    return placed(name, AUTO)
        .with(Map.of(PARTITION + ".sync.settling-time", time.toMillis() + " ms"));
  }

  private static Variant placed(String name, String strategy) {
    return Variant.trilink(name).withObjectReuse().with(Map.of(PARTITION, strategy));
  }
}
