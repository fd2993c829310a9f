/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.decision.HintDetails;
import org.trilink.planner.hint.EmitTrigger;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.localmerge.LocalMergeAggregate.Slices;

/** Checks that the options of a local merge are consistent, and derives its settings. */
final class LocalMergeOptions {

  /** How long a record waits at most if no delay is set and no other trigger applies. */
  static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

  private final ResolvedOptions options;
  @Nullable private final Slices slices;
  private final Set<EmitTrigger> triggers;

  private LocalMergeOptions(ResolvedOptions options, @Nullable Slices slices) {
    this.options = options;
    this.slices = slices;
    Set<EmitTrigger> set = options.get(TrilinkOptions.LOCAL_MERGE_EMIT);
    this.triggers =
        set == null
            ? EnumSet.of(slices == null ? EmitTrigger.PERIOD : EmitTrigger.PUNCTUATED)
            : set;
  }

  /**
   * Checks the options in force for an aggregate, and returns them.
   *
   * @param slices of its windows, null if it has none
   * @throws ValidationException that says what does not go together, and what to do
   */
  static LocalMergeOptions of(ResolvedOptions options, @Nullable Slices slices) {
    LocalMergeOptions merge = new LocalMergeOptions(options, slices);
    merge.check();
    return merge;
  }

  private void check() {
    HintDetails.checkExchange(options);
    checkGoesWith(TrilinkOptions.LOCAL_MERGE_EMIT_DELAY, EmitTrigger.PERIOD, "period");
    checkGoesWith(TrilinkOptions.LOCAL_MERGE_EMIT_RECORDS, EmitTrigger.COUNT, "count");
    checkGoesWith(TrilinkOptions.LOCAL_MERGE_EMIT_WHEN, EmitTrigger.PUNCTUATED, "punctuated");
    if (triggers.contains(EmitTrigger.COUNT) && records() == null) {
      throw error(
          "'local-merge.emit'='count' needs 'local-merge.emit.records': how many records are merged"
              + " into one, e.g. '1000'.");
    }
    if (slices == null) {
      checkWithoutSlots();
    } else {
      checkSlot();
    }
  }

  private void checkGoesWith(HintOption<?> detail, EmitTrigger trigger, String value) {
    if (isMeantForThis(detail) && !triggers.contains(trigger)) {
      throw error(
          String.format(
              "'%1$s' has an effect only with 'local-merge.emit'='%2$s', but 'local-merge.emit' is"
                  + " '%3$s'. Add '%2$s' to 'local-merge.emit', or leave '%1$s' out.",
              detail, value, TrilinkOptions.LOCAL_MERGE_EMIT.format(triggers)));
    }
  }

  private void checkWithoutSlots() {
    if (isMeantForThis(TrilinkOptions.LOCAL_MERGE_SLOT)) {
      throw error(
          "'local-merge.slot' needs windows on event time, but the hint applies to a GROUP BY"
              + " without windows. Put the option into the hint of the query with the windows, or"
              + " leave it out.");
    }
    if (triggers.contains(EmitTrigger.PUNCTUATED) && when() == null) {
      throw error(
          "'local-merge.emit'='punctuated' needs 'local-merge.emit.when' in a GROUP BY without"
              + " windows, because such a GROUP BY has no time slots. Set a condition, use 'period'"
              + " or 'count', or put the option into the hint of the query with the windows.");
    }
  }

  private void checkSlot() {
    Duration slot = slot();
    if (slices.length().toMillis() % slot.toMillis() != 0) {
      throw error(
          String.format(
              "'local-merge.slot'='%s' does not divide the slices of %s that the windows consist"
                  + " of. Set a duration that divides them evenly, or leave the option out.",
              TrilinkOptions.LOCAL_MERGE_SLOT.format(slot),
              TrilinkOptions.LOCAL_MERGE_SLOT.format(slices.length())));
    }
  }

  /** Whether an option is meant for this exchange: a weaker place's may be for other queries. */
  private boolean isMeantForThis(HintOption<?> detail) {
    return options.isMeantFor(TrilinkOptions.EXCHANGE, detail);
  }

  /** The length of a slot; there must be slots. */
  Duration slot() {
    Duration slot = options.get(TrilinkOptions.LOCAL_MERGE_SLOT);
    return slot == null ? slices.length() : slot;
  }

  /** The processing time that the oldest merged record may wait; null for any. */
  @Nullable
  Duration delay() {
    if (!triggers.contains(EmitTrigger.PERIOD)) {
      return null;
    }
    Duration delay = options.get(TrilinkOptions.LOCAL_MERGE_EMIT_DELAY);
    return delay == null ? DEFAULT_DELAY : delay;
  }

  /** The number of records that are merged into one row before it is sent; null for any. */
  @Nullable
  Long records() {
    Integer records = options.get(TrilinkOptions.LOCAL_MERGE_EMIT_RECORDS);
    return records == null || !triggers.contains(EmitTrigger.COUNT)
        ? null
        : Long.valueOf(records.longValue());
  }

  /** A condition in SQL, null for none. */
  @Nullable
  String when() {
    return triggers.contains(EmitTrigger.PUNCTUATED)
        ? options.get(TrilinkOptions.LOCAL_MERGE_EMIT_WHEN)
        : null;
  }

  /** Whether or not there is a condition as well. */
  boolean atSlotEnd() {
    return slices != null && triggers.contains(EmitTrigger.PUNCTUATED);
  }

  /** For EXPLAIN: what is in force, and where it was set. */
  String describe() {
    List<String> settings = new ArrayList<>();
    settings.add(options.describe(TrilinkOptions.EXCHANGE));
    if (slices != null && options.explicit().contains(TrilinkOptions.LOCAL_MERGE_SLOT)) {
      settings.add(options.describe(TrilinkOptions.LOCAL_MERGE_SLOT));
    }
    settings.add(describe(TrilinkOptions.LOCAL_MERGE_EMIT, triggers));
    if (delay() != null) {
      settings.add(describe(TrilinkOptions.LOCAL_MERGE_EMIT_DELAY, delay()));
    }
    if (records() != null) {
      settings.add(options.describe(TrilinkOptions.LOCAL_MERGE_EMIT_RECORDS));
    }
    if (when() != null) {
      settings.add(options.describe(TrilinkOptions.LOCAL_MERGE_EMIT_WHEN));
    }
    return String.join(", ", settings);
  }

  private <T> String describe(HintOption<T> option, T value) {
    return String.format("%s=%s (%s)", option, option.format(value), options.source(option));
  }

  private static ValidationException error(String text) {
    return new ValidationException("TRILINK hint: " + text);
  }
}
