/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import picocli.CommandLine.Option;

/** A generator's options; null where the user gives none. */
public final class GeneratorMixin {

  /** The names of all options, for messages. */
  static final String NAMES = "--keys, --disorder, --skew, --zipf, --seed, --shift";

  private static final double ZIPF = 0;
  private static final long SEED = 1;

  @Option(
      names = "--keys",
      paramLabel = "N",
      description = "over how many keys they are spread (default: by workload)")
  private Integer keys;

  @Option(
      names = "--disorder",
      paramLabel = "F",
      description = "share of the keys that arrive late, 0 to 1 (default: by workload)")
  private Double disorder;

  @Option(
      names = "--skew",
      paramLabel = "DURATION",
      description = "how late these are at most: 3min, 90s, ... (default: by workload)")
  private Duration skew;

  @Option(
      names = "--zipf",
      paramLabel = "A",
      description = "how unequally busy the keys are, 0: equally (default: 0)")
  private Double zipf;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "of the random choices (default: " + SEED + ")")
  private Long seed;

  @Option(
      names = "--shift",
      negatable = true,
      description = "with --zipf: other keys are the busy ones from the middle on (default: no)")
  private Boolean shift;

  /** Whether the user gave any of the options. */
  boolean given() {
    return Stream.of(keys, disorder, skew, zipf, seed, shift).anyMatch(Objects::nonNull);
  }

  /**
   * The user's options, with defaults for the others.
   *
   * @throws IllegalArgumentException if one of them is wrong
   */
  public GeneratorOptions options(long rows, GeneratorDefaults defaults) {
    return options(rows, defaults, false);
  }

  /**
   * The user's options, with defaults for the others, also for whether the busy keys change.
   *
   * @param shiftsBusyKeys whether busy keys, if there are any, change unless the user turns that
   *     off
   * @throws IllegalArgumentException if one of them is wrong
   */
  GeneratorOptions options(long rows, GeneratorDefaults defaults, boolean shiftsBusyKeys) {
    double busy = Objects.requireNonNullElse(zipf, ZIPF);
    return new GeneratorOptions(
        rows,
        Objects.requireNonNullElse(keys, defaults.keys()),
        Objects.requireNonNullElse(disorder, defaults.disorder()),
        Objects.requireNonNullElse(skew, defaults.skew()),
        busy,
        Objects.requireNonNullElse(seed, SEED),
        Objects.requireNonNullElse(shift, shiftsBusyKeys && busy > 0));
  }
}
