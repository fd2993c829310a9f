/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.Origin;
import org.trilink.planner.hint.PlacementStrategy;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.runtime.move.balance.BalanceSettings;
import org.trilink.runtime.move.balance.MonitorSettings;
import org.trilink.runtime.move.balance.TriggerKind;

/** Checks that the options of the monitor are consistent, and derives its settings. */
public final class MonitorOptions {

  /** The options that say how the monitor works, in the documentation's order. */
  private static final List<HintOption<?>> DETAILS =
      Collections.unmodifiableList(
          Arrays.asList(
              TrilinkOptions.PARTITION_MONITOR_INTERVAL,
              TrilinkOptions.PARTITION_MONITOR_RECORDS,
              TrilinkOptions.PARTITION_MONITOR_THRESHOLD,
              TrilinkOptions.PARTITION_MONITOR_SAMPLE_RATE,
              TrilinkOptions.PARTITION_SYNC_MAX_KEYS,
              TrilinkOptions.PARTITION_SYNC_MAX_BYTES,
              TrilinkOptions.PARTITION_SYNC_MIN_GAIN,
              TrilinkOptions.PARTITION_SYNC_SETTLING_TIME,
              TrilinkOptions.PARTITION_SYNC_GRACE_TIME,
              TrilinkOptions.PARTITION_CONTROL));

  /** Reports come four times a second. */
  private static final Duration MIN_HALF_LIFE = Duration.ofSeconds(1);

  private final ResolvedOptions options;
  private final TriggerKind trigger;

  private MonitorOptions(ResolvedOptions options, TriggerKind trigger) {
    this.options = options;
    this.trigger = trigger;
  }

  /**
   * Reads them.
   *
   * @throws ValidationException that says what does not go together, and what to do
   */
  static MonitorOptions of(ResolvedOptions options) {
    MonitorOptions monitor = new MonitorOptions(options, trigger(options));
    monitor.check();
    return monitor;
  }

  /**
   * Checks what hints say of keys that no monitor can move, because the partitions of a topic place
   * them. Where there is to be a monitor, the user is told so, and this is no error.
   *
   * @throws ValidationException that names the option
   */
  static void checkOfTopic(ResolvedOptions options) {
    if (isOn(options) || isAuto(options)) {
      return;
    }
    for (HintOption<?> detail : DETAILS) {
      if (options.isHintedFor(mainOf(options), detail)) {
        throw error(
            String.format(
                "'%s' has no effect with 'exchange'='ahead-keyby', because the topic's partitions"
                    + " determine the subtasks of the keys; leave it out.",
                detail));
      }
    }
  }

  /** Whether a place says by itself that there is a monitor. */
  public static boolean turnsOn(HintOptions place) {
    return place.get(TrilinkOptions.PARTITION_MONITOR).orElse(TriggerKind.OFF) != TriggerKind.OFF;
  }

  /** Whether a hint asks for a monitor, by its own option. */
  public static boolean isOfHint(ResolvedOptions options) {
    return isOn(options) && !isOfSession(options);
  }

  /** Whether the session asks for one, which may be meant for other operators. */
  public static boolean isOfSession(ResolvedOptions options) {
    return isOn(options) && options.origin(TrilinkOptions.PARTITION_MONITOR) == Origin.SESSION;
  }

  /** Whether the monitor's own option asks for one; {@code partition=auto} need not. */
  public static boolean isOn(ResolvedOptions options) {
    return options.get(TrilinkOptions.PARTITION_MONITOR) != TriggerKind.OFF;
  }

  /** Whether the option is of no use without a monitor. */
  public static boolean isDetail(HintOption<?> option) {
    return DETAILS.contains(option);
  }

  /**
   * Why keys that are where their partitions of a topic are read, or written, cannot be moved.
   *
   * @param who gets them there, for messages
   */
  public static String obstacleOfTopic(String who) {
    return "the topic's partitions determine the subtasks of the keys of "
        + who
        + " ('exchange'='ahead-keyby'), so no key can be moved; leave one of the two out";
  }

  /** Text for messages: {@code partition.monitor=threshold}. */
  public static String name(ResolvedOptions options) {
    return TrilinkOptions.PARTITION_MONITOR
        + "="
        + TrilinkOptions.PARTITION_MONITOR.format(options.get(TrilinkOptions.PARTITION_MONITOR));
  }

  private static TriggerKind trigger(ResolvedOptions options) {
    TriggerKind asked = options.get(TrilinkOptions.PARTITION_MONITOR);
    if (!isAuto(options) || asked != TriggerKind.OFF) {
      return asked;
    }
    // what a weaker place sets may be meant for other queries
    if (options.isMeantFor(TrilinkOptions.PARTITION, TrilinkOptions.PARTITION_MONITOR)) {
      throw error(
          "'partition'='auto' needs the monitor to move keys, but 'partition.monitor' is 'off'."
              + " Leave 'partition.monitor' out, or set 'partition' to 'hash' if keys must not be"
              + " moved.");
    }
    return TriggerKind.THRESHOLD;
  }

  private static boolean isAuto(ResolvedOptions options) {
    return options.get(TrilinkOptions.PARTITION).kind() == PlacementStrategy.Kind.AUTO;
  }

  private void check() {
    for (HintOption<?> detail : DETAILS) {
      if (isMeantForThis(detail)) {
        checkGoesWithTrigger(detail);
      }
    }
    if (trigger == TriggerKind.PERIOD) {
      require(TrilinkOptions.PARTITION_MONITOR_INTERVAL, "20 s");
    }
    if (trigger == TriggerKind.COUNT) {
      require(TrilinkOptions.PARTITION_MONITOR_RECORDS, "1000000");
    }
  }

  private boolean isMeantForThis(HintOption<?> detail) {
    return options.isMeantFor(mainOf(options), detail);
  }

  /** The option that the details of a monitor belong to. */
  private static HintOption<?> mainOf(ResolvedOptions options) {
    return options.explicit().contains(TrilinkOptions.PARTITION_MONITOR)
        ? TrilinkOptions.PARTITION_MONITOR
        : TrilinkOptions.PARTITION;
  }

  private void checkGoesWithTrigger(HintOption<?> detail) {
    if (trigger == TriggerKind.OFF) {
      throw error(
          String.format(
              "'%s' has an effect only with 'partition.monitor', which is 'off'. Set"
                  + " 'partition.monitor' to 'threshold', 'period' or 'count', or leave '%s' out.",
              detail, detail));
    }
    TriggerKind only = only(detail);
    if (only != null && only != trigger) {
      throw error(
          String.format(
              "'%s' has an effect only with 'partition.monitor'='%s', but 'partition.monitor' is"
                  + " '%s'. Leave '%s' out.",
              detail, text(only), text(trigger), detail));
    }
  }

  /** The trigger that the option is for, null if for any. */
  @Nullable
  private static TriggerKind only(HintOption<?> detail) {
    if (detail == TrilinkOptions.PARTITION_MONITOR_INTERVAL) {
      return TriggerKind.PERIOD;
    }
    return detail == TrilinkOptions.PARTITION_MONITOR_RECORDS ? TriggerKind.COUNT : null;
  }

  private void require(HintOption<?> detail, String example) {
    if (options.get(detail) == null) {
      throw error(
          String.format(
              "'partition.monitor'='%s' needs '%s', e.g. '%s'='%s'.",
              text(trigger), detail, detail, example));
    }
  }

  /** The monitor that is to be planned, null if keys stay where they are. */
  @Nullable
  MonitorSettings settings() {
    if (trigger == TriggerKind.OFF) {
      return null;
    }
    MonitorSettings settings =
        MonitorSettings.DEFAULT
            .withSampleRate(options.get(TrilinkOptions.PARTITION_MONITOR_SAMPLE_RATE))
            .withBalance(balance())
            .withControl(options.get(TrilinkOptions.PARTITION_CONTROL));
    if (trigger == TriggerKind.PERIOD) {
      settings = settings.withInterval(options.get(TrilinkOptions.PARTITION_MONITOR_INTERVAL));
    }
    if (trigger == TriggerKind.COUNT) {
      settings = settings.withRecords(options.get(TrilinkOptions.PARTITION_MONITOR_RECORDS));
    }
    return settings.withTrigger(trigger);
  }

  /**
   * The bounds of moves. When keys may be moved again, the load before the last move counts half:
   * the half-life is the settling time.
   */
  private BalanceSettings balance() {
    Duration settlingTime = options.get(TrilinkOptions.PARTITION_SYNC_SETTLING_TIME);
    return BalanceSettings.DEFAULT
        .withThreshold(options.get(TrilinkOptions.PARTITION_MONITOR_THRESHOLD))
        .withMinimumGain(options.get(TrilinkOptions.PARTITION_SYNC_MIN_GAIN))
        .withCaps(
            options.get(TrilinkOptions.PARTITION_SYNC_MAX_KEYS),
            options.get(TrilinkOptions.PARTITION_SYNC_MAX_BYTES).getBytes())
        .withTimes(
            settlingTime.compareTo(MIN_HALF_LIFE) < 0 ? MIN_HALF_LIFE : settlingTime,
            settlingTime,
            options.get(TrilinkOptions.PARTITION_SYNC_GRACE_TIME));
  }

  /** The options in force, and where they were set; nothing if there is no monitor. */
  List<String> describe() {
    List<String> settings = new ArrayList<>();
    if (trigger == TriggerKind.OFF) {
      return settings;
    }
    if (isAuto(options)) {
      settings.add("base=hash");
    }
    settings.add(
        trigger == options.get(TrilinkOptions.PARTITION_MONITOR)
            ? options.describe(TrilinkOptions.PARTITION_MONITOR)
            : "partition.monitor=" + text(trigger) + " (default with partition=auto)");
    for (HintOption<?> detail : DETAILS) {
      TriggerKind only = only(detail);
      boolean isAlwaysShown =
          detail == TrilinkOptions.PARTITION_MONITOR_THRESHOLD
              || detail == TrilinkOptions.PARTITION_MONITOR_SAMPLE_RATE;
      if ((only == null || only == trigger)
          && (isAlwaysShown || options.explicit().contains(detail))) {
        settings.add(options.describe(detail));
      }
    }
    return settings;
  }

  private static String text(TriggerKind trigger) {
    return TrilinkOptions.PARTITION_MONITOR.format(trigger);
  }

  private static ValidationException error(String text) {
    return new ValidationException("TRILINK hint: " + text);
  }
}
