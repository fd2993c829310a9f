package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class KeyWatermarkPolicyTest {

  @Test
  void boundTrailsTheSubtaskByMaxSkew() {
    KeyWatermarkPolicy policy = KeyWatermarkPolicy.ofMillis(5, 20);
    assertThat(policy.lowerBound(100)).isEqualTo(80);
    assertThat(policy.lowerBound(-100)).isEqualTo(-120);
  }

  @Test
  void hasNoBoundWithoutMaxSkewUntilTheEnd() {
    KeyWatermarkPolicy policy = KeyWatermarkPolicy.of(Duration.ofSeconds(5), null);
    assertThat(policy.isSkewBounded()).isFalse();
    assertThat(policy.lowerBound(Long.MAX_VALUE - 1)).isEqualTo(Long.MIN_VALUE);
    assertThat(policy.lowerBound(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void boundDoesNotWrapAround() {
    KeyWatermarkPolicy policy = KeyWatermarkPolicy.ofMillis(0, 20);
    assertThat(policy.lowerBound(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(policy.lowerBound(Long.MIN_VALUE + 19)).isEqualTo(Long.MIN_VALUE);
    assertThat(policy.lowerBound(Long.MIN_VALUE + 21)).isEqualTo(Long.MIN_VALUE + 1);
    assertThat(policy.lowerBound(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void takesDurations() {
    KeyWatermarkPolicy policy = KeyWatermarkPolicy.of(Duration.ofSeconds(5), Duration.ofMinutes(1));
    assertThat(policy).isEqualTo(KeyWatermarkPolicy.ofMillis(5_000, 60_000));
    assertThat(policy).isNotEqualTo(KeyWatermarkPolicy.ofMillis(5_000, UNBOUNDED));
    assertThat(policy).hasToString("delay=5000 ms, max skew=60000 ms");
    assertThat(KeyWatermarkPolicy.ofMillis(0, UNBOUNDED))
        .hasToString("delay=0 ms, max skew=unbounded");
  }

  @Test
  void refusesNegativeTimes() {
    assertThatThrownBy(() -> KeyWatermarkPolicy.ofMillis(-1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1 ms");
    assertThatThrownBy(() -> KeyWatermarkPolicy.ofMillis(0, -2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-2 ms");
  }
}
