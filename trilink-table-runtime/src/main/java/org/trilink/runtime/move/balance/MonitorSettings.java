/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.trilink.runtime.secret.Secrets;

/**
 * When the balance is judged and with which sample rate, and when keys are moved. The query sets
 * this; commands can change it while the job runs. Immutable; a {@code with} method gives a changed
 * copy. It is stored in plans.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public final class MonitorSettings implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The sum of all weights. */
  private static final int PERCENT = 100;

  /** The defaults; each value is documented at its getter. */
  public static final MonitorSettings DEFAULT =
      new MonitorSettings(TriggerKind.THRESHOLD, null, 0, 0.1, BalanceSettings.DEFAULT, null, null);

  @JsonProperty("trigger")
  private final TriggerKind trigger;

  @Nullable
  @JsonProperty("intervalMillis")
  private final Long interval;

  @JsonProperty("records")
  private final long records;

  @JsonProperty("sampleRate")
  private final double sampleRate;

  @JsonProperty("balance")
  private final BalanceSettings balance;

  @Nullable
  @JsonProperty("weights")
  private final int[] weights;

  @Nullable
  @JsonProperty("control")
  private final String control;

  /**
   * Creates them, also of a plan.
   *
   * @param interval in ms; null for none
   */
  @JsonCreator
  private MonitorSettings(
      @JsonProperty("trigger") TriggerKind trigger,
      @Nullable @JsonProperty("intervalMillis") Long interval,
      @JsonProperty("records") long records,
      @JsonProperty("sampleRate") double sampleRate,
      @JsonProperty("balance") BalanceSettings balance,
      @Nullable @JsonProperty("weights") int[] weights,
      @Nullable @JsonProperty("control") String control) {
    if (trigger == TriggerKind.PERIOD && interval == null) {
      throw new IllegalArgumentException(
          "The monitor 'period' needs an interval, such as '5 min', but has none.");
    }
    if (trigger == TriggerKind.COUNT && records == 0) {
      throw new IllegalArgumentException(
          "The monitor 'count' needs a number of records, such as 1000000, but has none.");
    }
    if (balance == null) {
      throw new IllegalArgumentException(
          "The plan was written by another version of Trilink: its monitor has no balance.");
    }
    this.trigger = trigger;
    this.interval = interval;
    this.records = records;
    this.sampleRate = sampleRate;
    this.balance = balance;
    this.weights = weights;
    this.control = control;
  }

  /** The trigger; the default is the threshold. */
  public TriggerKind trigger() {
    return trigger;
  }

  /** The interval of the trigger {@code PERIOD}; null for none, which is the default. */
  @Nullable
  public Duration interval() {
    return interval == null ? null : Duration.ofMillis(interval);
  }

  /** The number of records of the trigger {@code COUNT}; 0 for none, which is the default. */
  public long records() {
    return records;
  }

  /** The share of the records that are sampled: 0.1. */
  public double sampleRate() {
    return sampleRate;
  }

  /** When keys are moved; its threshold is also that of the trigger. */
  public BalanceSettings balance() {
    return balance;
  }

  /**
   * The weights in percent, for the strategy {@code weight}; null for none, which is the default.
   */
  @Nullable
  public int[] weights() {
    return weights == null ? null : weights.clone();
  }

  /**
   * The address of a Redis channel from which commands are received; null for none, which is the
   * default. It may contain a secret, which {@link #toString} does not show.
   */
  @Nullable
  public String control() {
    return control;
  }

  /**
   * Another trigger.
   *
   * @throws IllegalArgumentException if it is {@code PERIOD} and there is no interval, or {@code
   *     COUNT} and there is no number of records
   */
  public MonitorSettings withTrigger(TriggerKind newTrigger) {
    return new MonitorSettings(
        newTrigger, interval, records, sampleRate, balance, weights, control);
  }

  /**
   * Another interval, which only counts if the trigger is {@code PERIOD}.
   *
   * @throws IllegalArgumentException if it is below 1 ms
   */
  public MonitorSettings withInterval(Duration newInterval) {
    check(newInterval.toMillis() > 0, "interval", newInterval, "1 ms or more");
    return new MonitorSettings(
        trigger, newInterval.toMillis(), records, sampleRate, balance, weights, control);
  }

  /**
   * Another number of records, which only counts if the trigger is {@code COUNT}.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public MonitorSettings withRecords(long newRecords) {
    check(newRecords > 0, "number of records", newRecords, "1 or more");
    return new MonitorSettings(
        trigger, interval, newRecords, sampleRate, balance, weights, control);
  }

  /**
   * Another threshold, with any trigger.
   *
   * @throws IllegalArgumentException if it is not greater than 0, or above 1
   */
  public MonitorSettings withThreshold(double newThreshold) {
    return withBalance(balance.withThreshold(newThreshold));
  }

  /**
   * Another sample rate.
   *
   * @throws IllegalArgumentException if it is not greater than 0, or above 1
   */
  public MonitorSettings withSampleRate(double newRate) {
    check(newRate > 0 && newRate <= 1, "sample rate", newRate, "above 0, up to 1");
    return new MonitorSettings(trigger, interval, records, newRate, balance, weights, control);
  }

  /** Other settings of moves, with their threshold. */
  public MonitorSettings withBalance(BalanceSettings newBalance) {
    return new MonitorSettings(
        trigger, interval, records, sampleRate, newBalance, weights, control);
  }

  /**
   * Other weights.
   *
   * @param newWeights in percent, 100 in all
   * @throws IllegalArgumentException if one is negative, or they are not 100 in all
   */
  public MonitorSettings withWeights(int... newWeights) {
    boolean negative = Arrays.stream(newWeights).anyMatch(weight -> weight < 0);
    boolean whole = Arrays.stream(newWeights).asLongStream().sum() == PERCENT;
    check(whole && !negative, "weights", Arrays.toString(newWeights), "0 or more, 100 in all");
    return new MonitorSettings(
        trigger, interval, records, sampleRate, balance, newWeights.clone(), control);
  }

  /** Another channel to control it; null for none. */
  public MonitorSettings withControl(@Nullable String newControl) {
    return new MonitorSettings(
        trigger, interval, records, sampleRate, balance, weights, newControl);
  }

  private static void check(boolean right, String name, Object value, String allowed) {
    if (!right) {
      throw new IllegalArgumentException(
          "The " + name + " of the monitor must be " + allowed + ", but is " + value + ".");
    }
  }

  /** A new trigger with these settings; its interval or count begins now. */
  MonitorTrigger newTrigger() {
    switch (trigger) {
      case OFF:
        return MonitorTrigger.never();
      case PERIOD:
        return MonitorTrigger.period(interval());
      case COUNT:
        return MonitorTrigger.count(records);
      case THRESHOLD:
        return MonitorTrigger.threshold(balance.threshold(), balance.settlingTime());
    }
    throw new IllegalStateException("Unknown monitor trigger: " + trigger + ".");
  }

  /** {@link #control} with its secret masked; null for none. */
  @Nullable
  public String maskedControl() {
    return control == null ? null : Secrets.maskAddress(control);
  }

  /** For display, without secrets, such as {@code threshold 0.6, sample rate 0.1}. */
  @Override
  public String toString() {
    String text =
        String.format(Locale.ROOT, "%s, sample rate %s", describeTrigger(), sampleRate)
            + (weights == null ? "" : ", weights " + Arrays.toString(weights));
    return control == null ? text : text + ", control " + maskedControl();
  }

  private String describeTrigger() {
    switch (trigger) {
      case OFF:
        return "off";
      case PERIOD:
        return "every " + interval + " ms below " + balance.threshold();
      case COUNT:
        return "every " + records + " records below " + balance.threshold();
      case THRESHOLD:
        return "threshold " + balance.threshold();
    }
    throw new IllegalStateException("Unknown monitor trigger: " + trigger + ".");
  }
}
