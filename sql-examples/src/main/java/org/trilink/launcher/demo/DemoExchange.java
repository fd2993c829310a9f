/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.flink.table.api.ValidationException;
import org.trilink.launcher.local.SqlScript;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.TrilinkOptions;

/** An exchange strategy for a whole script: the value of {@code exchange} in a TRILINK hint. */
public record DemoExchange(String name) {

  private static final String SESSION = "table.optimizer.trilink.";
  private static final String AHEAD_KEYBY = "ahead-keyby";
  private static final String GLOBAL_MERGE = "global-merge";

  /** Matches the names of the hint options by which a script sets its exchange strategy. */
  private static final Pattern HINT_OPTIONS =
      Pattern.compile("exchange|(local-merge|global-merge|ahead-keyby)\\..*");

  /**
   * Parses the strategy that the command line names.
   *
   * @param name in any case, as in a hint
   * @throws IllegalArgumentException if there is no such strategy
   */
  public static DemoExchange of(String name) {
    try {
      return new DemoExchange(TrilinkOptions.EXCHANGE.format(TrilinkOptions.EXCHANGE.parse(name)));
    } catch (ValidationException e) {
      throw new IllegalArgumentException(
          "--exchange has no value '%s'; there are %s"
              .formatted(name, String.join(", ", strategies())),
          e);
    }
  }

  private static List<String> strategies() {
    return TrilinkOptions.EXCHANGE.allowedValues().stream()
        .filter(value -> !value.equals(HintOption.AUTO))
        .toList();
  }

  /** Why a script cannot be run under this strategy, as far as the script shows it. */
  public Optional<String> unfit(SqlScript script) {
    return readsAhead() && !script.hasRecordKey()
        ? Optional.of(
            "--exchange ahead-keyby: this query's script declares no record key, 'key.fields'")
        : Optional.empty();
  }

  /**
   * The script under this strategy.
   *
   * @param store the address of a store to merge in, asked for only if this strategy does
   */
  public SqlScript in(SqlScript script, Supplier<String> store) {
    SqlScript set = script.withoutHintOptions(HINT_OPTIONS).withSetting(SESSION + "exchange", name);
    return switch (name) {
      case GLOBAL_MERGE -> set.withSetting(SESSION + "global-merge.store", store.get());
      case AHEAD_KEYBY ->
          // keys are where the topic has them, and are not placed
          set.withoutHintOptions(DemoPlacement.HINT_OPTIONS)
              .withSetting(SESSION + "ahead-keyby.partitioned-by", "kafka-key");
      default -> set;
    };
  }

  /** Whether a statement cannot be planned without its topic. */
  boolean readsAhead() {
    return name.equals(AHEAD_KEYBY);
  }
}
