/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.MaxLeadAction;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.kafka.KnownTopics;
import org.trilink.planner.metadata.EventTimeInput;
import org.trilink.planner.metadata.EventTimeOperator;
import org.trilink.planner.metadata.EventTimeOrigin;
import org.trilink.planner.metadata.InputTimeSpec;
import org.trilink.planner.metadata.PlanNames;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/** Whether an operator's keys can be given a watermark each, and if not, why. */
final class KeyWatermarkDecision {

  private static final String TIES = "rows of a key may share a time";

  private KeyWatermarkDecision() {}

  /**
   * Decides.
   *
   * @param operator the operator asked for
   * @param ofIdleKeys what a key loses that is forgotten because it was idle; null if nothing
   * @param waitsForIdleInputs whether the watermark of a join waits for an input that is idle
   * @param consumer the operator above that needs watermarks, null if none does
   * @param topics what is known of them
   */
  static Decision<KeyWatermark> of(
      EventTimeOperator operator,
      @Nullable String ofIdleKeys,
      boolean waitsForIdleInputs,
      ResolvedOptions options,
      @Nullable RelNode consumer,
      KnownTopics topics) {
    Duration explicitDelay = options.get(TrilinkOptions.WATERMARK_DELAY);
    List<InputTimeSpec> times = new ArrayList<>();
    Set<String> delays = new LinkedHashSet<>();
    for (EventTimeInput input : operator.inputs()) {
      EventTimeOrigin origin = input.origin();
      if (explicitDelay == null && !origin.delay().isPresent()) {
        return Decision.refuse(origin.description() + "; set 'watermark.delay'");
      }
      Duration delay = explicitDelay == null ? origin.delay().get() : explicitDelay;
      String source =
          explicitDelay == null
              ? origin.description()
              : options.source(TrilinkOptions.WATERMARK_DELAY);
      if (delay.compareTo(origin.leastDelay()) < 0) {
        delay = origin.leastDelay();
        source = origin.resultsOf() == null ? TIES : origin.description();
      }
      times.add(input.time(delay));
      delays.add(String.format("%s (%s)", TrilinkOptions.WATERMARK_DELAY.format(delay), source));
    }
    if (options.get(TrilinkOptions.WATERMARK_MAX_SKEW) == null && consumer != null) {
      return Decision.refuse(
          PlanNames.operator(consumer)
              + " above it waits for watermarks, and without 'watermark.max-skew' it would get none"
              + " before the end of the input; set 'watermark.max-skew'");
    }
    return Decision.accept(
        new KeyWatermark(
            spec(times, options),
            describe(options, delays),
            PlannedOrder.of(operator, options, topics),
            consequences(options, ofIdleKeys, operator.inputs().size() > 1 && waitsForIdleInputs)));
  }

  private static KeyWatermarkSpec spec(List<InputTimeSpec> times, ResolvedOptions options) {
    KeyWatermarkPolicy policy =
        KeyWatermarkPolicy.of(
            options.get(TrilinkOptions.WATERMARK_MAX_SKEW),
            options.get(TrilinkOptions.WATERMARK_IDLE_TIMEOUT),
            options.get(TrilinkOptions.WATERMARK_KEYS_PER_GROUP));
    Duration maxLead = options.get(TrilinkOptions.WATERMARK_MAX_LEAD);
    boolean drops = options.get(TrilinkOptions.WATERMARK_MAX_LEAD_ACTION) == MaxLeadAction.DROP;
    return new KeyWatermarkSpec(
        times, maxLead == null ? policy : policy.withMaxLead(maxLead.toMillis(), drops), null);
  }

  private static String describe(ResolvedOptions options, Set<String> delays) {
    Duration maxSkew = options.get(TrilinkOptions.WATERMARK_MAX_SKEW);
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "watermark=key (%s), watermark.delay=%s, watermark.max-skew=%s (%s)",
            options.source(TrilinkOptions.WATERMARK),
            String.join(" and ", delays),
            maxSkew == null ? "unbounded" : TrilinkOptions.WATERMARK_MAX_SKEW.format(maxSkew),
            options.source(TrilinkOptions.WATERMARK_MAX_SKEW)));
    for (HintOption<?> option :
        Arrays.asList(
            TrilinkOptions.WATERMARK_IDLE_TIMEOUT, TrilinkOptions.WATERMARK_KEYS_PER_GROUP)) {
      if (options.explicit().contains(option)) {
        text.append(", ").append(options.describe(option));
      }
    }
    if (options.get(TrilinkOptions.WATERMARK_MAX_LEAD) != null) {
      text.append(", ").append(options.describe(TrilinkOptions.WATERMARK_MAX_LEAD));
      text.append(", ").append(options.describe(TrilinkOptions.WATERMARK_MAX_LEAD_ACTION));
    }
    return text.toString();
  }

  /**
   * Consequences of the settings for EXPLAIN: which records are dropped that stock Flink keeps,
   * which ones are late although they are in order, and when results are emitted if the skew is not
   * bounded.
   */
  private static List<String> consequences(
      ResolvedOptions options, @Nullable String ofIdleKeys, boolean mayWaitForIdleInputs) {
    List<String> consequences = new ArrayList<>();
    if (options.get(TrilinkOptions.WATERMARK_MAX_LEAD) != null
        && options.get(TrilinkOptions.WATERMARK_MAX_LEAD_ACTION) == MaxLeadAction.DROP) {
      consequences.add("dropped=also records beyond the max lead, which stock Flink keeps");
    }
    boolean waitsForIdleKeys = options.get(TrilinkOptions.WATERMARK_IDLE_TIMEOUT) == null;
    if (ofIdleKeys != null && !waitsForIdleKeys) {
      consequences.add(ofIdleKeys);
    }
    boolean isSkewUnbounded = options.get(TrilinkOptions.WATERMARK_MAX_SKEW) == null;
    if (!isSkewUnbounded) {
      consequences.add(
          "late=also records in order that trail the subtask's watermark by the max skew or more");
    }
    if (waitsForIdleKeys && isSkewUnbounded) {
      consequences.add(
          String.format(
              "results=with later records of the %s (bounds: %s%s, %s)",
              options.get(TrilinkOptions.WATERMARK_KEYS_PER_GROUP) > 1 ? "group" : "key",
              TrilinkOptions.WATERMARK_MAX_SKEW,
              mayWaitForIdleInputs ? " where both inputs have watermarks" : "",
              TrilinkOptions.WATERMARK_IDLE_TIMEOUT));
    } else if (waitsForIdleKeys && mayWaitForIdleInputs) {
      consequences.add(
          String.format(
              "results=not while an input is idle (bounds: %s, table.exec.source.idle-timeout)",
              TrilinkOptions.WATERMARK_IDLE_TIMEOUT));
    }
    return consequences;
  }

  /**
   * Checks that 'watermark.max-lead.action' is not set without 'watermark.max-lead'; what a weaker
   * place than that of 'watermark' sets may be meant for other queries.
   *
   * @throws ValidationException if an action is set for a lead that is not
   */
  static void checkMaxLead(ResolvedOptions options) {
    HintOption<?> action = TrilinkOptions.WATERMARK_MAX_LEAD_ACTION;
    boolean isMeantForThis = options.isMeantFor(TrilinkOptions.WATERMARK, action);
    if (isMeantForThis && options.get(TrilinkOptions.WATERMARK_MAX_LEAD) == null) {
      throw new ValidationException(
          String.format(
              "TRILINK hint: '%1$s' has an effect only with '%2$s'. Set '%2$s', e.g. to '1 h', or"
                  + " leave '%1$s' out.",
              action, TrilinkOptions.WATERMARK_MAX_LEAD));
    }
  }
}
