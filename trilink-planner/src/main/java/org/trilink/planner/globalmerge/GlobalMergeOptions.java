/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.decision.HintDetails;
import org.trilink.planner.emit.EmitSpec;
import org.trilink.planner.emit.RecordCondition;
import org.trilink.planner.hint.EmitTrigger;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.runtime.merge.store.StoreAddress;

/** Checks that the options of a global merge are consistent, and derives its settings. */
final class GlobalMergeOptions {

  /** Without checkpoints and without triggers, increments would never be sent. */
  private static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

  private final ResolvedOptions options;

  private GlobalMergeOptions(ResolvedOptions options) {
    this.options = options;
  }

  /**
   * Checks the options of a global merge, and derives the settings that are to be planned.
   *
   * @param input yields the records that a condition is on
   * @param hasCheckpoints whether the job has, by which increments are sent without a trigger
   * @throws ValidationException that says what does not go together, and what to do
   */
  static GlobalMergeSpec spec(ResolvedOptions options, RelNode input, boolean hasCheckpoints) {
    return new GlobalMergeOptions(options).spec(input, hasCheckpoints);
  }

  private GlobalMergeSpec spec(RelNode input, boolean hasCheckpoints) {
    checkStore(options.get(TrilinkOptions.GLOBAL_MERGE_STORE));
    HintDetails.checkExchange(options);
    check(EmitTrigger.PERIOD, TrilinkOptions.GLOBAL_MERGE_EMIT_DELAY, true, "'1 s'");
    check(EmitTrigger.COUNT, TrilinkOptions.GLOBAL_MERGE_EMIT_RECORDS, true, "'1000'");
    check(EmitTrigger.PUNCTUATED, TrilinkOptions.GLOBAL_MERGE_EMIT_WHEN, false, "");

    Duration delay = has(EmitTrigger.PERIOD) ? delay() : null;
    if (triggers(options).isEmpty() && !hasCheckpoints) {
      delay = DEFAULT_DELAY;
    }
    Integer records =
        has(EmitTrigger.COUNT) ? options.get(TrilinkOptions.GLOBAL_MERGE_EMIT_RECORDS) : null;
    String when =
        has(EmitTrigger.PUNCTUATED) ? options.get(TrilinkOptions.GLOBAL_MERGE_EMIT_WHEN) : null;
    return new GlobalMergeSpec(
        options.get(TrilinkOptions.GLOBAL_MERGE_STORE),
        new EmitSpec(
            delay == null ? null : (Long) delay.toMillis(),
            records == null ? null : (Long) records.longValue(),
            has(EmitTrigger.PUNCTUATED), // whether or not there is a condition as well
            RecordCondition.parse(TrilinkOptions.GLOBAL_MERGE_EMIT_WHEN, when, input)));
  }

  private Duration delay() {
    return options.get(TrilinkOptions.GLOBAL_MERGE_EMIT_DELAY);
  }

  /** The trigger of increments when nothing is set and there are no checkpoints, for EXPLAIN. */
  static String defaultTrigger() {
    return "global-merge.emit=period, global-merge.emit.delay="
        + TrilinkOptions.GLOBAL_MERGE_EMIT_DELAY.format(DEFAULT_DELAY)
        + " (default without checkpoints)";
  }

  static Set<EmitTrigger> triggers(ResolvedOptions options) {
    Set<EmitTrigger> triggers = options.get(TrilinkOptions.GLOBAL_MERGE_EMIT);
    return triggers == null ? Collections.emptySet() : triggers;
  }

  private boolean has(EmitTrigger trigger) {
    return triggers(options).contains(trigger);
  }

  private void check(EmitTrigger trigger, HintOption<?> detail, boolean isNeeded, String example) {
    String name = trigger.name().toLowerCase(Locale.ROOT);
    if (has(trigger) && isNeeded && options.get(detail) == null) {
      throw error(
          String.format(
              "'global-merge.emit'='%s' needs '%s', e.g. '%s'=%s.", name, detail, detail, example));
    }
    // what a weaker place sets may be meant for other queries
    boolean isMeantForThis = options.isMeantFor(TrilinkOptions.EXCHANGE, detail);
    if (!has(trigger) && isMeantForThis) {
      throw error(
          String.format(
              "'%1$s' has an effect only with 'global-merge.emit'='%2$s'. Add '%2$s' to"
                  + " 'global-merge.emit', or leave '%1$s' out.",
              detail, name));
    }
  }

  private static void checkStore(@Nullable String store) {
    if (store == null) {
      throw error(
          "'exchange'='global-merge' needs 'global-merge.store', e.g."
              + " 'global-merge.store'='redis://localhost:6379' or"
              + " 'jdbc:mysql://localhost:3306/db?user=...&password=...'.");
    }
    StoreAddress address = StoreAddress.of(store);
    if (!address.isWellFormed()) {
      throw error(
          String.format(
              "'global-merge.store' cannot be '%s'. Write"
                  + " redis://[[user]:password@]host[:port][/db], or rediss:// over TLS, and"
                  + " characters such as '@' or '/' in a password as '%%40' or '%%2F'.",
              address));
    }
    String text = store.trim().toLowerCase(Locale.ROOT);
    if (!address.isRedis()
        && !text.startsWith("jdbc:mysql:")
        && !text.startsWith("jdbc:mariadb:")) {
      throw error(
          String.format(
              "'global-merge.store' cannot be '%s'. Over JDBC, the store must be a MySQL-compatible"
                  + " server; its address starts with 'jdbc:mysql:' or 'jdbc:mariadb:'.",
              address));
    }
  }

  private static ValidationException error(String text) {
    return new ValidationException("TRILINK hint: " + text);
  }
}
