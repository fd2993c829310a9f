/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests which records are too far ahead, with and without a watermark. */
class MaxLeadTest {

  private final AtomicLong clock = new AtomicLong(1_000);
  private final MaxLead maxLead =
      MaxLead.of(KeyWatermarkPolicy.ofMaxSkew(0).withMaxLead(50, false), clock::get);

  @Test
  void isAheadOfTheWatermark() {
    maxLead.advance(300);
    assertThat(maxLead.isExceededBy(350)).isFalse();
    assertThat(maxLead.isExceededBy(351)).isTrue();
    clock.set(400); // which does not matter any more
    assertThat(maxLead.isExceededBy(351)).isTrue();
    maxLead.advance(301);
    assertThat(maxLead.isExceededBy(351)).isFalse();
  }

  @Test
  void isAheadOfTheClockWhileThereIsNoWatermark() {
    assertThat(maxLead.isExceededBy(1_050)).isFalse();
    assertThat(maxLead.isExceededBy(1_051)).isTrue();
    clock.set(1_001);
    assertThat(maxLead.isExceededBy(1_051)).isFalse();
    assertThat(maxLead.advance(20)).as("moved back").isTrue();
    assertThat(maxLead.isExceededBy(71)).isTrue();
    assertThat(maxLead.advance(21)).isFalse();
  }

  @Test
  void isAheadOfTheLaterOfBothWhileTheInputIsIdle() {
    maxLead.advance(300);
    maxLead.becomeIdle();
    assertThat(maxLead.isExceededBy(1_050)).isFalse();
    assertThat(maxLead.isExceededBy(1_051)).isTrue();
    maxLead.advance(5_000);
    maxLead.becomeIdle();
    assertThat(maxLead.isExceededBy(5_050)).isFalse();
    assertThat(maxLead.isExceededBy(5_051)).isTrue();
  }

  @Test
  void nothingIsAheadOfTheEnd() {
    maxLead.advance(Long.MAX_VALUE);
    assertThat(maxLead.isExceededBy(Long.MAX_VALUE)).isFalse();
  }

  @Test
  void nothingIsAheadWithoutALimit() {
    for (MaxLead none :
        new MaxLead[] {
          MaxLead.unbounded(), MaxLead.of(KeyWatermarkPolicy.ofMaxSkew(0), clock::get)
        }) {
      assertThat(none.isExceededBy(Long.MAX_VALUE)).isFalse();
      none.becomeIdle();
      assertThat(none.advance(0)).isFalse();
      assertThat(none.isExceededBy(Long.MAX_VALUE)).isFalse();
    }
  }
}
