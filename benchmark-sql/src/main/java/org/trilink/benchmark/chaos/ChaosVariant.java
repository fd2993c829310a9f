/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.util.Arrays;
import java.util.Map;
import org.trilink.launcher.local.Engine;

/**
 * The variants that {@code bin/trilink bench chaos} puts under faults: stock Flink, and each
 * exchange.
 */
enum ChaosVariant {
  FLINK("flink", Engine.FLINK, Map.of()),
  SHUFFLE("trilink, shuffle", Engine.TRILINK, Map.of("exchange", "shuffle")),
  LEAST_COUNT("trilink, least-count", Engine.TRILINK, Map.of("partition", "least-count")),
  AUTO("trilink, auto", Engine.TRILINK, Map.of("partition", "auto")),
  LOCAL_MERGE("trilink, local-merge", Engine.TRILINK, Map.of("exchange", "local-merge")),
  REDIS("trilink, global-merge in redis", Engine.TRILINK, Map.of("exchange", "global-merge")),
  MYSQL("trilink, global-merge in mysql", Engine.TRILINK, Map.of("exchange", "global-merge")),
  AHEAD_KEYBY("trilink, ahead-keyby", Engine.TRILINK, Map.of("exchange", "ahead-keyby"));

  private final String title;
  private final Engine engine;

  @SuppressWarnings("ImmutableEnumChecker") // a copy that nothing changes
  private final Map<String, String> hints;

  ChaosVariant(String title, Engine engine, Map<String, String> hints) {
    this.title = title;
    this.engine = engine;
    this.hints = hints;
  }

  /** The one of that name in results. */
  static ChaosVariant of(String title) {
    return Arrays.stream(values())
        .filter(variant -> variant.title.equals(title))
        .findFirst()
        .orElseThrow();
  }

  Engine engine() {
    return engine;
  }

  Map<String, String> hints() {
    return hints;
  }

  Store store() {
    return this == MYSQL ? Store.MYSQL : Store.REDIS;
  }

  /** Its name in results. */
  @Override
  public String toString() {
    return title;
  }
}
