/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.trilink.benchmark.run.Variant;
import org.trilink.launcher.demo.DemoExchange;

/** The variants that the benchmark compares: stock Flink, and each exchange strategy. */
enum ExchangeVariant {
  /** Stock Flink, which by itself aggregates before and behind the exchange. */
  FLINK,
  /** Every record through the exchange. */
  SHUFFLE,
  LOCAL_MERGE,
  GLOBAL_MERGE,
  AHEAD_KEYBY;

  /** The names of all. */
  static List<String> names() {
    return Arrays.stream(values()).map(ExchangeVariant::toString).toList();
  }

  static ExchangeVariant byName(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /**
   * The workload's script under this strategy.
   *
   * @param store the address of a store to merge in
   */
  Variant on(String store) {
    Variant variant =
        this == FLINK
            ? Variant.flink(toString())
            : Variant.trilink(toString())
                .editing(script -> new DemoExchange(toString()).in(script, () -> store));
    return variant.withObjectReuse();
  }

  /** As in a hint. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
