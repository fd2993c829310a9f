/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.util.Locale;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonAutoDetect;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;

/** How even some subtasks' loads are, by the paper's measures. */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public final class Balance {

  static final Balance EVEN = new Balance(1, 0);

  private final double degree;
  private final double extraComputeTime;

  @JsonCreator
  Balance(
      @JsonProperty("degree") double degree,
      @JsonProperty("extraComputeTime") double extraComputeTime) {
    this.degree = degree;
    this.extraComputeTime = extraComputeTime;
  }

  /**
   * The minimum load of a subtask divided by the maximum: 1 is even; at 0 a subtask has no load.
   */
  public double degree() {
    return degree;
  }

  /**
   * The extra compute time of the most loaded subtask, as a fraction of an average one's; 0 is
   * even.
   */
  public double extraComputeTime() {
    return extraComputeTime;
  }

  /** For example {@code 0.62 (+21 % compute time)}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%.2f (+%.0f %% compute time)", degree, 100 * extraComputeTime);
  }
}
