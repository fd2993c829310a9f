/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;

/**
 * When keys are moved, and how many at once. Immutable; a {@code with} method gives a changed copy.
 * It is stored in plans.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public final class BalanceSettings implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The defaults; each value is documented at its getter. */
  public static final BalanceSettings DEFAULT =
      new BalanceSettings(
          0.6,
          0.05,
          Duration.ofSeconds(10).toMillis(),
          Duration.ofSeconds(10).toMillis(),
          Duration.ofMinutes(5).toMillis(),
          64,
          64L << 20);

  @JsonProperty("threshold")
  private final double threshold;

  @JsonProperty("minimumGain")
  private final double minimumGain;

  @JsonProperty("halfLifeMillis")
  private final long halfLife;

  @JsonProperty("settlingTimeMillis")
  private final long settlingTime;

  @JsonProperty("graceTimeMillis")
  private final long graceTime;

  @JsonProperty("maxKeys")
  private final int maxKeys;

  @JsonProperty("maxBytes")
  private final long maxBytes;

  /** Creates them, also of a plan; times in ms. */
  @JsonCreator
  private BalanceSettings(
      @JsonProperty("threshold") double threshold,
      @JsonProperty("minimumGain") double minimumGain,
      @JsonProperty("halfLifeMillis") long halfLife,
      @JsonProperty("settlingTimeMillis") long settlingTime,
      @JsonProperty("graceTimeMillis") long graceTime,
      @JsonProperty("maxKeys") int maxKeys,
      @JsonProperty("maxBytes") long maxBytes) {
    this.threshold = threshold;
    this.minimumGain = minimumGain;
    this.halfLife = halfLife;
    this.settlingTime = settlingTime;
    this.graceTime = graceTime;
    this.maxKeys = maxKeys;
    this.maxBytes = maxBytes;
  }

  /** The balance degree below which keys are moved: 0.6, the paper's. */
  public double threshold() {
    return threshold;
  }

  /**
   * The balance degree at which no more keys are moved: three quarters of the way from the
   * threshold to 1. If it were the threshold itself, a little noise would bring the degree below
   * the threshold again.
   */
  public double target() {
    return 1 - (1 - threshold) / 4;
  }

  /**
   * The minimum gain of moves: 0.05. They must raise the balance degree by it, or lower the maximum
   * load of a subtask by this fraction of it.
   */
  public double minimumGain() {
    return minimumGain;
  }

  /** The half-life of a record's weight: 10 s. */
  public Duration halfLife() {
    return Duration.ofMillis(halfLife);
  }

  /** How long no keys are moved after a Sync: 10 s. */
  public Duration settlingTime() {
    return Duration.ofMillis(settlingTime);
  }

  /** How long a key is not moved back to a subtask that it has left: 5 min. */
  public Duration graceTime() {
    return Duration.ofMillis(graceTime);
  }

  /** The maximum number of keys that one Sync moves: 64. */
  public int maxKeys() {
    return maxKeys;
  }

  /** The maximum state that one Sync moves, as far as its size is known, in bytes: 64 MB. */
  public long maxBytes() {
    return maxBytes;
  }

  /**
   * Another threshold.
   *
   * @throws IllegalArgumentException if it is not greater than 0, or above 1
   */
  public BalanceSettings withThreshold(double newThreshold) {
    check(newThreshold > 0 && newThreshold <= 1, "threshold", newThreshold, "above 0, up to 1");
    return new BalanceSettings(
        newThreshold, minimumGain, halfLife, settlingTime, graceTime, maxKeys, maxBytes);
  }

  /**
   * Another minimum gain.
   *
   * @throws IllegalArgumentException if it is not greater than 0, or above 1
   */
  public BalanceSettings withMinimumGain(double newGain) {
    check(newGain > 0 && newGain <= 1, "minimum gain", newGain, "above 0, up to 1");
    return new BalanceSettings(
        threshold, newGain, halfLife, settlingTime, graceTime, maxKeys, maxBytes);
  }

  /**
   * Other times.
   *
   * @throws IllegalArgumentException if the half-life is below 1 ms, or another one negative
   */
  public BalanceSettings withTimes(
      Duration newHalfLife, Duration newSettlingTime, Duration newGraceTime) {
    check(newHalfLife.toMillis() > 0, "half-life", newHalfLife, "1 ms or more");
    check(!newSettlingTime.isNegative(), "settling time", newSettlingTime, "0 or more");
    check(!newGraceTime.isNegative(), "grace time", newGraceTime, "0 or more");
    return new BalanceSettings(
        threshold,
        minimumGain,
        newHalfLife.toMillis(),
        newSettlingTime.toMillis(),
        newGraceTime.toMillis(),
        maxKeys,
        maxBytes);
  }

  /**
   * Other caps of one Sync.
   *
   * @throws IllegalArgumentException if one is below 1
   */
  public BalanceSettings withCaps(int newMaxKeys, long newMaxBytes) {
    check(newMaxKeys > 0, "number of keys", newMaxKeys, "1 or more");
    check(newMaxBytes > 0, "number of bytes", newMaxBytes, "1 or more");
    return new BalanceSettings(
        threshold, minimumGain, halfLife, settlingTime, graceTime, newMaxKeys, newMaxBytes);
  }

  private static void check(boolean right, String name, Object value, String allowed) {
    if (!right) {
      throw new IllegalArgumentException(
          "The " + name + " of the balance must be " + allowed + ", but is " + value + ".");
    }
  }
}
