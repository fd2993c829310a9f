/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.watermark;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.run.Variant;
import org.trilink.benchmark.run.WatermarkDelay;
import org.trilink.benchmark.system.Resources;
import org.trilink.launcher.local.SqlScript;

/**
 * Low-voltage in the ways in which a user of stock Flink may deal with late records.
 *
 * @param skew nothing in the input is later than this
 * @param flinkSettings under which stock Flink is fastest
 */
record WatermarkVariants(Duration skew, Map<String, String> flinkSettings) {

  /** The workload's own delay of 1 ms: what is late is lost. */
  static final String SMALL_DELAY = "flink, small delay";

  /** Every result waits as long as a record may be late. */
  static final String DELAY_OF_SKEW = "flink, delay = skew";

  /** A result comes at once, and again whenever late records have come for it. */
  static final String LATE_FIRING = "flink, late firing";

  static final String TRILINK = "trilink";

  /** As if nothing were known of the order of a sensor's readings. */
  static final String ANY_ORDER = "trilink, any order";

  static final String LOCAL_MERGE = Variant.LOCAL_MERGE;

  static final List<String> NAMES =
      List.of(SMALL_DELAY, DELAY_OF_SKEW, LATE_FIRING, TRILINK, ANY_ORDER, LOCAL_MERGE);

  /** How often at most a late result comes again. */
  static final Duration LATE_FIRE_DELAY = Duration.ofSeconds(1);

  /**
   * How much longer than the skew windows are kept for late records, in event time. Results come
   * again by the clock, and a full topic is read at hundreds of times its speed: without a margin
   * windows would go before their last results have come.
   */
  private static final Duration LATENESS_MARGIN = Duration.ofMinutes(10);

  Variant byName(String name) {
    return switch (name) {
      case SMALL_DELAY -> Variant.flink(name).with(flinkSettings);
      case DELAY_OF_SKEW -> delayed(name, skew);
      case LATE_FIRING -> lateFiring();
      case TRILINK -> Variant.trilinkWithPlainExchange(name);
      case ANY_ORDER ->
          Variant.trilinkWithPlainExchange(name)
              .with(Map.of("table.optimizer.trilink.watermark.order", "any"));
      case LOCAL_MERGE -> Variant.trilinkWithLocalMerge();
      default -> throw new IllegalArgumentException("no variant " + name);
    };
  }

  /** Stock Flink with a watermark that is behind by this and the workload's own millisecond. */
  Variant delayed(String name, Duration delay) {
    return Variant.flink(name)
        .with(flinkSettings)
        .editing(script -> WatermarkDelay.longerBy(delay, script));
  }

  /** A script of its own: window table functions have no late firing, only GROUP BY TUMBLE has. */
  private Variant lateFiring() {
    return Variant.flink(LATE_FIRING)
        .editing(
            workload -> new SqlScript(Resources.text(WatermarkVariants.class, "late-firing.sql")))
        .with(flinkSettings)
        .with(
            Map.of(
                "table.exec.emit.late-fire.enabled",
                "true",
                "table.exec.emit.late-fire.delay",
                LATE_FIRE_DELAY.toMillis() + " ms",
                "table.exec.emit.allow-lateness",
                skew.plus(LATENESS_MARGIN).toMillis() + " ms",
                // A key's updates come from one subtask, in order.
                "table.exec.sink.upsert-materialize",
                "NONE"));
  }
}
