/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.trilink.planner.hint.ExchangeStrategy;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.Origin;
import org.trilink.planner.hint.PlacementStrategy;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.kafka.KnownTopics;
import org.trilink.planner.keywatermark.PlannedOrder;
import org.trilink.planner.metadata.EventTimeOperator;
import org.trilink.planner.placement.MonitorOptions;

/** The options that are set for an operator, with which advice has to go together. */
final class GivenOptions {

  /** Everything is left to advice that it recommends without being asked for it. */
  static final GivenOptions NOTHING =
      new GivenOptions(
          new ResolvedOptions(
              HintOptions.EMPTY,
              HintOptions.EMPTY,
              HintOptions.parse(Collections.singletonMap(TrilinkOptions.ADVICE.name(), "on"))));

  private final ResolvedOptions options;

  /**
   * Creates it.
   *
   * @param options without advice
   */
  GivenOptions(ResolvedOptions options) {
    this.options = options;
  }

  private <T> Optional<T> set(HintOption<T> option) {
    return options.origin(option) == Origin.DEFAULT
        ? Optional.empty()
        : Optional.ofNullable(options.get(option));
  }

  /** The exchange that is set or, if it is not left to advice, stock Flink's; else null. */
  @Nullable
  ExchangeStrategy exchange() {
    return options.isLeftToAdvice(TrilinkOptions.EXCHANGE)
        ? null
        : options.get(TrilinkOptions.EXCHANGE);
  }

  /**
   * The delay of a key's watermark in ms: the one set, else the advised one, else the table's.
   *
   * @param advised where nobody sets it and it is left to advice, in ms; null for none
   * @param ofTable otherwise, in ms
   */
  long delay(@Nullable Duration advised, long ofTable) {
    Optional<Duration> set = set(TrilinkOptions.WATERMARK_DELAY);
    if (set.isPresent()) {
      return set.get().toMillis();
    }
    return advised != null && options.isLeftToAdvice(TrilinkOptions.WATERMARK_DELAY)
        ? advised.toMillis()
        : ofTable;
  }

  /**
   * In which order the records of a key come, as set or as the plan shows.
   *
   * @param topics what is known of them
   */
  PlannedOrder order(EventTimeOperator operator, KnownTopics topics) {
    return PlannedOrder.of(operator, options, topics);
  }

  /** Whether somebody has set it. */
  boolean setsOrder() {
    return set(TrilinkOptions.WATERMARK_ORDER).isPresent();
  }

  /** The given options on which the facts depend, as text. */
  String factors() {
    return options.get(TrilinkOptions.ADVICE_RECORDS)
        + " "
        + options.get(TrilinkOptions.WATERMARK_ORDER)
        + " "
        + options.get(TrilinkOptions.WATERMARK_KEYS_PER_GROUP);
  }

  boolean leavesKeysPerGroup() {
    return options.isLeftToAdvice(TrilinkOptions.WATERMARK_KEYS_PER_GROUP);
  }

  /** Why keys cannot share watermarks, null if they can. */
  @Nullable
  String obstacleToGroups(ExchangeStrategy exchange) {
    if (exchange == ExchangeStrategy.LOCAL_MERGE || exchange == ExchangeStrategy.GLOBAL_MERGE) {
      return TrilinkOptions.EXCHANGE.format(exchange)
          + " and keys that share a watermark exclude"
          + " each other";
    }
    return isMonitored() ? "keys that share a watermark cannot be moved" : null;
  }

  private boolean isMonitored() {
    return MonitorOptions.isOn(options)
        || options.get(TrilinkOptions.PARTITION).kind() == PlacementStrategy.Kind.AUTO;
  }

  /** Why what is set excludes a local merge, null if it does not. */
  @Nullable
  String obstacleToLocalMerge() {
    if (set(TrilinkOptions.WATERMARK_KEYS_PER_GROUP).filter(keys -> keys > 1).isPresent()) {
      return TrilinkOptions.WATERMARK_KEYS_PER_GROUP + " is set, and they exclude each other";
    }
    return set(TrilinkOptions.WATERMARK_IDLE_TIMEOUT).isPresent()
        ? TrilinkOptions.WATERMARK_IDLE_TIMEOUT + " is set, and they exclude each other"
        : null;
  }

  /**
   * Whether a topic can be read by these options: none of them is set to another value, no strategy
   * is set that the topic does not have, and no key is to be moved.
   *
   * @param hint options by name
   */
  boolean allows(Map<String, String> hint) {
    boolean placesKeys =
        hint.containsKey(TrilinkOptions.PARTITION.name())
            || options.get(TrilinkOptions.PARTITION).kind() == PlacementStrategy.Kind.HASH
            || options.origin(TrilinkOptions.PARTITION) == Origin.SESSION;
    return placesKeys
        && !isMonitored()
        && hint.entrySet().stream()
            .allMatch(each -> isFree(TrilinkOptions.find(each.getKey()), each.getValue()));
  }

  private <T> boolean isFree(HintOption<T> option, String value) {
    return set(option).map(set -> set.equals(option.parse(value))).orElse(true);
  }
}
