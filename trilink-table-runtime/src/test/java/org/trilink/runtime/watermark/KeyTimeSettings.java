/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.time.Duration;

/** The settings of event time for an operator under test. Delay in ms. */
public record KeyTimeSettings(long delay, KeyWatermarkPolicy policy) {

  /** A watermark per key; delay and max skew in ms. */
  public static KeyTimeSettings of(long delay, long maxSkew) {
    return new KeyTimeSettings(delay, KeyWatermarkPolicy.ofMaxSkew(maxSkew));
  }

  public KeyTimeSettings idleTimeout(Duration timeout) {
    return new KeyTimeSettings(
        delay,
        KeyWatermarkPolicy.ofMillis(policy.maxSkew(), timeout.toMillis(), policy.keysPerGroup()));
  }

  /** Whether records that are too far ahead are dropped, or kept; the lead in ms. */
  public KeyTimeSettings maxLead(long lead, boolean drops) {
    return new KeyTimeSettings(delay, policy.withMaxLead(lead, drops));
  }

  public KeyTimeSettings withFloor() {
    return new KeyTimeSettings(delay, policy.withOrder(true, false));
  }

  public KeyTimeSettings withCheckedOrder() {
    return new KeyTimeSettings(delay, policy.withOrder(false, true));
  }

  public KeyTimeSettings keysPerGroup(int keys) {
    return new KeyTimeSettings(
        delay, KeyWatermarkPolicy.ofMillis(policy.maxSkew(), policy.idleTimeout(), keys));
  }
}
