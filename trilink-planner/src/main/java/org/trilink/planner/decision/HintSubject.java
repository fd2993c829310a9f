/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.TrilinkOptions;

/** A subject that a hint can be about. Each subject that it names is handled separately. */
public enum HintSubject {
  WATERMARK("event times"),
  PARTITION("the placement of keys"),
  EXCHANGE("the exchange"),
  DECODE("decoding"),
  ADVICE("advice");

  private final String words;

  HintSubject(String words) {
    this.words = words;
  }

  /** The subjects of a hint; a hint that says nothing about any is about event times. */
  public static Set<HintSubject> of(HintOptions hint) {
    Set<HintSubject> subjects = EnumSet.noneOf(HintSubject.class);
    for (HintSubject subject : values()) {
      if (subject.options().stream().anyMatch(hint::has)) {
        subjects.add(subject);
      }
    }
    return subjects.isEmpty() ? EnumSet.of(WATERMARK) : subjects;
  }

  /** The option that says what to do, then those that say how. */
  private List<HintOption<?>> options() {
    switch (this) {
      case WATERMARK:
        return Arrays.asList(
            TrilinkOptions.WATERMARK,
            TrilinkOptions.WATERMARK_KEYS_PER_GROUP,
            TrilinkOptions.WATERMARK_DELAY,
            TrilinkOptions.WATERMARK_MAX_SKEW,
            TrilinkOptions.WATERMARK_IDLE_TIMEOUT,
            TrilinkOptions.WATERMARK_MAX_LEAD,
            TrilinkOptions.WATERMARK_MAX_LEAD_ACTION);
      case PARTITION:
        return Arrays.asList(
            TrilinkOptions.PARTITION,
            TrilinkOptions.PARTITION_WEIGHTS,
            TrilinkOptions.PARTITION_WEIGHT_DRAW,
            TrilinkOptions.PARTITION_HISTORY,
            TrilinkOptions.PARTITION_MONITOR,
            TrilinkOptions.PARTITION_MONITOR_INTERVAL,
            TrilinkOptions.PARTITION_MONITOR_RECORDS,
            TrilinkOptions.PARTITION_MONITOR_THRESHOLD,
            TrilinkOptions.PARTITION_MONITOR_SAMPLE_RATE,
            TrilinkOptions.PARTITION_SYNC_MAX_KEYS,
            TrilinkOptions.PARTITION_SYNC_MAX_BYTES,
            TrilinkOptions.PARTITION_SYNC_MIN_GAIN,
            TrilinkOptions.PARTITION_SYNC_SETTLING_TIME,
            TrilinkOptions.PARTITION_SYNC_GRACE_TIME,
            TrilinkOptions.PARTITION_CONTROL);
      case EXCHANGE:
        return Arrays.asList(
            TrilinkOptions.EXCHANGE,
            TrilinkOptions.LOCAL_MERGE_SLOT,
            TrilinkOptions.LOCAL_MERGE_EMIT,
            TrilinkOptions.LOCAL_MERGE_EMIT_DELAY,
            TrilinkOptions.LOCAL_MERGE_EMIT_RECORDS,
            TrilinkOptions.LOCAL_MERGE_EMIT_WHEN,
            TrilinkOptions.GLOBAL_MERGE_STORE,
            TrilinkOptions.GLOBAL_MERGE_EMIT,
            TrilinkOptions.GLOBAL_MERGE_EMIT_DELAY,
            TrilinkOptions.GLOBAL_MERGE_EMIT_RECORDS,
            TrilinkOptions.GLOBAL_MERGE_EMIT_WHEN,
            TrilinkOptions.AHEAD_KEYBY_KEYS,
            TrilinkOptions.AHEAD_KEYBY_PARTITIONED_BY);
      case DECODE:
        return Collections.singletonList(TrilinkOptions.DECODE);
      case ADVICE:
        return Arrays.asList(
            TrilinkOptions.ADVICE, TrilinkOptions.ADVICE_RECORDS, TrilinkOptions.ADVICE_TIMEOUT);
    }
    throw new IllegalStateException("No such subject: " + this);
  }

  /** Options that are of no use without the one that says what to do. */
  public List<HintOption<?>> details() {
    return options().subList(1, options().size());
  }

  /** Text for messages, e.g. "event times". */
  @Override
  public String toString() {
    return words;
  }
}
