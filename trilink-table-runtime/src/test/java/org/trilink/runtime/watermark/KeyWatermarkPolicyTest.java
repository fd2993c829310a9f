/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.NEVER;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class KeyWatermarkPolicyTest {

  @Test
  void boundTrailsTheSubtaskByMaxSkew() {
    KeyWatermarkPolicy policy = KeyWatermarkPolicy.ofMaxSkew(20);
    assertThat(policy.lowerBound(100)).isEqualTo(80);
    assertThat(policy.lowerBound(-100)).isEqualTo(-120);
  }

  @Test
  void hasNoBoundWithoutMaxSkewUntilTheEnd() {
    KeyWatermarkPolicy policy = KeyWatermarkPolicy.of(null, null, 1);
    assertThat(policy.isSkewBounded()).isFalse();
    assertThat(policy.hasIdleTimeout()).isFalse();
    assertThat(policy.lowerBound(Long.MAX_VALUE - 1)).isEqualTo(Long.MIN_VALUE);
    assertThat(policy.lowerBound(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void boundDoesNotWrapAround() {
    KeyWatermarkPolicy policy = KeyWatermarkPolicy.ofMaxSkew(20);
    assertThat(policy.lowerBound(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(policy.lowerBound(Long.MIN_VALUE + 19)).isEqualTo(Long.MIN_VALUE);
    assertThat(policy.lowerBound(Long.MIN_VALUE + 21)).isEqualTo(Long.MIN_VALUE + 1);
    assertThat(policy.lowerBound(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void takesDurations() {
    KeyWatermarkPolicy policy =
        KeyWatermarkPolicy.of(Duration.ofMinutes(1), Duration.ofSeconds(5), 8);
    assertThat(policy).isEqualTo(KeyWatermarkPolicy.ofMillis(60_000, 5_000, 8));
    assertThat(policy).isNotEqualTo(KeyWatermarkPolicy.ofMillis(UNBOUNDED, 5_000, 8));
    assertThat(policy).isNotEqualTo(KeyWatermarkPolicy.ofMillis(60_000, NEVER, 8));
    assertThat(policy).isNotEqualTo(KeyWatermarkPolicy.ofMillis(60_000, 5_000, 1));
    assertThat(policy).hasToString("max skew=60000 ms, idle timeout=5000 ms, keys per group=8");
    assertThat(KeyWatermarkPolicy.ofMaxSkew(UNBOUNDED))
        .hasToString("max skew=unbounded, idle timeout=never, keys per group=1");
  }

  @Test
  void takesAMaxLead() {
    KeyWatermarkPolicy policy = KeyWatermarkPolicy.ofMillis(20, 30, 2);
    assertThat(policy.isLeadBounded()).isFalse();
    KeyWatermarkPolicy kept = policy.withMaxLead(40, false);
    assertThat(kept.maxLead()).isEqualTo(40);
    assertThat(kept).isNotEqualTo(policy).isNotEqualTo(policy.withMaxLead(40, true));
    assertThat(kept)
        .hasToString(
            "max skew=20 ms, idle timeout=30 ms, keys per group=2, max lead=40 ms, else kept");
    assertThat(policy.withMaxLead(40, true)).asString().endsWith("max lead=40 ms, else dropped");
    assertThatThrownBy(() -> policy.withMaxLead(0, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Max lead must be positive, got 0 ms");
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> KeyWatermarkPolicy.ofMaxSkew(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Max skew must not be negative, got -1 ms");
    assertThatThrownBy(() -> KeyWatermarkPolicy.ofMillis(0, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Idle timeout must be positive, got 0 ms");
    assertThatThrownBy(() -> KeyWatermarkPolicy.ofMillis(0, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one key, got 0");
    assertThatThrownBy(() -> InputTime.rowtime(0, -2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Delay must not be negative, got -2 ms");
  }
}
