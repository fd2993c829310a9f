/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.Optional;
import java.util.regex.Pattern;
import javax.annotation.Nullable;
import org.apache.flink.table.api.ValidationException;
import org.trilink.launcher.local.SqlScript;
import org.trilink.planner.hint.PlacementStrategy;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/**
 * How a whole script's keys are placed.
 *
 * @param strategy the value of {@code partition} in a TRILINK hint
 * @param weights that of {@code partition.weights}; empty for another strategy than weights
 */
public record DemoPlacement(PlacementStrategy strategy, Optional<String> weights) {

  /** Matches the names of the hint options by which a script sets its placement of keys. */
  static final Pattern HINT_OPTIONS = Pattern.compile("partition(\\..*)?");

  /**
   * Parses the placement that the command line asks for.
   *
   * @param name of a strategy, in any case, or of a class
   * @param weights null if there are none
   * @param parallelism of the job
   * @throws IllegalArgumentException naming the flag to mend
   */
  public static DemoPlacement of(String name, @Nullable String weights, int parallelism) {
    PlacementStrategy strategy = strategy(name);
    if (strategy.kind() != PlacementStrategy.Kind.WEIGHT) {
      require(weights == null, "--weights needs --partition weight");
      strategy.className().ifPresent(DemoPlacement::requireStrategyClass);
      return new DemoPlacement(strategy, Optional.empty());
    }
    require(weights != null, "--partition weight needs --weights, such as --weights 60,40");
    int count = count(weights);
    require(
        count == parallelism,
        "--weights %s is for %d subtasks, and --parallelism is %d"
            .formatted(weights, count, parallelism));
    return new DemoPlacement(strategy, Optional.of(weights));
  }

  private static PlacementStrategy strategy(String name) {
    try {
      return TrilinkOptions.PARTITION.parse(name);
    } catch (ValidationException e) {
      throw new IllegalArgumentException(
          "--partition has no value '%s'; there are %s"
              .formatted(name, String.join(", ", TrilinkOptions.PARTITION.allowedValues())),
          e);
    }
  }

  private static void requireStrategyClass(String name) {
    try {
      Class<?> type = Class.forName(name, false, DemoPlacement.class.getClassLoader());
      require(
          KeyPlacementStrategy.class.isAssignableFrom(type),
          "--partition %s: it does not implement %s"
              .formatted(name, KeyPlacementStrategy.class.getName()));
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "--partition %s: the demo has no class of that name".formatted(name), e);
    }
  }

  private static int count(String weights) {
    try {
      return TrilinkOptions.PARTITION_WEIGHTS.parse(weights).size();
    } catch (ValidationException e) {
      throw new IllegalArgumentException(
          "--weights must be integers that sum to 100, separated by commas, such as 60,40; got '%s'"
              .formatted(weights),
          e);
    }
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  /** The script with all keys placed so, whatever its hints say. */
  public SqlScript in(SqlScript script) {
    SqlScript placed =
        script
            .withoutHintOptions(HINT_OPTIONS)
            .withSetting(TrilinkOptions.PARTITION.sessionKey(), strategy.toString());
    return weights
        .map(list -> placed.withSetting(TrilinkOptions.PARTITION_WEIGHTS.sessionKey(), list))
        .orElse(placed);
  }
}
