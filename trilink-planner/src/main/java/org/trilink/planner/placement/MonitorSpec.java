/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.time.Duration;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.trilink.planner.hint.MonitorTrigger;
import org.trilink.runtime.move.balance.MonitorSettings;
import org.trilink.runtime.move.balance.TriggerKind;

/** When keys of an operator are moved while the job runs, and how many, as stored in a plan. */
@JsonIgnoreProperties(ignoreUnknown = true)
final class MonitorSpec {

  private static final String FIELD_NAME_TRIGGER = "trigger";
  private static final String FIELD_NAME_INTERVAL = "intervalMillis";
  private static final String FIELD_NAME_RECORDS = "records";
  private static final String FIELD_NAME_THRESHOLD = "threshold";
  private static final String FIELD_NAME_SAMPLE_RATE = "sampleRate";
  private static final String FIELD_NAME_MOVES = "moves";
  private static final String FIELD_NAME_CONTROL = "control";

  private final MonitorTrigger trigger;
  @Nullable private final Long interval;
  @Nullable private final Long records;
  private final double threshold;
  private final double sampleRate;
  private final MovesSpec moves;
  @Nullable private final String control;

  /**
   * Creates it.
   *
   * @param trigger any but {@link MonitorTrigger#OFF}
   * @param interval between judgements in ms, null unless the trigger is {@link
   *     MonitorTrigger#PERIOD}
   * @param records between judgements, null unless the trigger is {@link MonitorTrigger#COUNT}
   * @param threshold the balance degree below which keys are moved, in (0, 1]
   * @param sampleRate the share of records that are looked at, in (0, 1]
   * @param control the address of a channel, with the password; null for none
   */
  @JsonCreator
  public MonitorSpec(
      @JsonProperty(FIELD_NAME_TRIGGER) MonitorTrigger trigger,
      @Nullable @JsonProperty(FIELD_NAME_INTERVAL) Long interval,
      @Nullable @JsonProperty(FIELD_NAME_RECORDS) Long records,
      @JsonProperty(FIELD_NAME_THRESHOLD) double threshold,
      @JsonProperty(FIELD_NAME_SAMPLE_RATE) double sampleRate,
      @JsonProperty(FIELD_NAME_MOVES) MovesSpec moves,
      @Nullable @JsonProperty(FIELD_NAME_CONTROL) String control) {
    this.trigger = trigger;
    this.interval = interval;
    this.records = records;
    this.threshold = threshold;
    this.sampleRate = sampleRate;
    this.moves = moves;
    this.control = control;
  }

  /** When it is judged how evenly records are spread. */
  @JsonProperty(FIELD_NAME_TRIGGER)
  MonitorTrigger trigger() {
    return trigger;
  }

  /** Between judgements in ms; null for another trigger. */
  @Nullable
  @JsonProperty(FIELD_NAME_INTERVAL)
  Long interval() {
    return interval;
  }

  /** Between judgements; null for another trigger. */
  @Nullable
  @JsonProperty(FIELD_NAME_RECORDS)
  Long records() {
    return records;
  }

  /** The balance degree below which keys are moved. */
  @JsonProperty(FIELD_NAME_THRESHOLD)
  double threshold() {
    return threshold;
  }

  /** The share of records that are looked at. */
  @JsonProperty(FIELD_NAME_SAMPLE_RATE)
  double sampleRate() {
    return sampleRate;
  }

  /** The bounds of moving keys. */
  @JsonProperty(FIELD_NAME_MOVES)
  MovesSpec moves() {
    return moves;
  }

  /** With the password; null for none. */
  @Nullable
  @JsonProperty(FIELD_NAME_CONTROL)
  String control() {
    return control;
  }

  /** The settings of the monitor for the runtime. */
  MonitorSettings settings() {
    MonitorSettings settings =
        MonitorSettings.DEFAULT
            .withSampleRate(sampleRate)
            .withBalance(moves.settings().withThreshold(threshold))
            .withControl(control);
    if (interval != null) {
      settings = settings.withInterval(Duration.ofMillis(interval));
    }
    if (records != null) {
      settings = settings.withRecords(records);
    }
    return settings.withTrigger(kind());
  }

  private TriggerKind kind() {
    switch (trigger) {
      case OFF:
        return TriggerKind.OFF;
      case PERIOD:
        return TriggerKind.PERIOD;
      case COUNT:
        return TriggerKind.COUNT;
      case THRESHOLD:
        return TriggerKind.THRESHOLD;
    }
    throw new IllegalStateException("No such trigger: " + trigger);
  }
}
