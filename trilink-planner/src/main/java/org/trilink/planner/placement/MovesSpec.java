/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.time.Duration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.trilink.runtime.move.balance.BalanceSettings;

/** The bounds of moving keys while the job runs, as stored in a plan. */
@JsonIgnoreProperties(ignoreUnknown = true)
final class MovesSpec {

  private static final String FIELD_NAME_MAX_KEYS = "maxKeys";
  private static final String FIELD_NAME_MAX_BYTES = "maxBytes";
  private static final String FIELD_NAME_MIN_GAIN = "minGain";
  private static final String FIELD_NAME_SETTLING_TIME = "settlingTimeMillis";
  private static final String FIELD_NAME_GRACE_TIME = "graceTimeMillis";

  /** In ms: reports come four times a second. */
  private static final long MIN_HALF_LIFE = 1_000;

  private final int maxKeys;
  private final long maxBytes;
  private final double minGain;
  private final long settlingTime;
  private final long graceTime;

  /**
   * Creates it.
   *
   * @param maxKeys that are moved at once, 1 or more
   * @param maxBytes of state that are moved at once, 1 or more
   * @param minGain by how much moves must raise the balance degree, in (0, 1]
   * @param settlingTime in which nothing else is moved, in ms
   * @param graceTime in which a key does not go back, in ms
   */
  @JsonCreator
  public MovesSpec(
      @JsonProperty(FIELD_NAME_MAX_KEYS) int maxKeys,
      @JsonProperty(FIELD_NAME_MAX_BYTES) long maxBytes,
      @JsonProperty(FIELD_NAME_MIN_GAIN) double minGain,
      @JsonProperty(FIELD_NAME_SETTLING_TIME) long settlingTime,
      @JsonProperty(FIELD_NAME_GRACE_TIME) long graceTime) {
    this.maxKeys = maxKeys;
    this.maxBytes = maxBytes;
    this.minGain = minGain;
    this.settlingTime = settlingTime;
    this.graceTime = graceTime;
  }

  /** The maximum number of keys that are moved at once. */
  @JsonProperty(FIELD_NAME_MAX_KEYS)
  int maxKeys() {
    return maxKeys;
  }

  /** How many bytes of state are moved at once, at most. */
  @JsonProperty(FIELD_NAME_MAX_BYTES)
  long maxBytes() {
    return maxBytes;
  }

  /** By how much moves must raise the balance degree. */
  @JsonProperty(FIELD_NAME_MIN_GAIN)
  double minGain() {
    return minGain;
  }

  /** In which nothing else is moved, in ms. */
  @JsonProperty(FIELD_NAME_SETTLING_TIME)
  long settlingTime() {
    return settlingTime;
  }

  /** In which a key does not go back, in ms. */
  @JsonProperty(FIELD_NAME_GRACE_TIME)
  long graceTime() {
    return graceTime;
  }

  /**
   * The bounds for the runtime. When it may move keys again, the load before the last move counts
   * half: the half-life is the settling time.
   */
  BalanceSettings settings() {
    return BalanceSettings.DEFAULT
        .withCaps(maxKeys, maxBytes)
        .withMinimumGain(minGain)
        .withTimes(
            Duration.ofMillis(Math.max(settlingTime, MIN_HALF_LIFE)),
            Duration.ofMillis(settlingTime),
            Duration.ofMillis(graceTime));
  }
}
