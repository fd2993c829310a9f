/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.advice.measure.GeneratedReports.SECOND;

import org.junit.jupiter.api.Test;

class SilentKeysTest {

  @Test
  void aKeyThatHasStoppedIsSilentAndOneThatIsLateIsNot() {
    SampledRecords records =
        new GeneratedReports()
            .add(0, 0, 600, 0)
            .add(0, 1, 420, 180 * SECOND) // still arrives at the end
            .add(0, 2, 60, 0)
            .sample(1);

    SilentKeys silent = SilentKeys.of(records);

    assertThat(silent.silent()).isEqualTo(1);
    assertThat(silent.longestSilence()).isEqualTo(540 * SECOND);
    assertThat(silent.greatestLag()).isBetween(179 * SECOND, 180 * SECOND);
    assertThat(silent.longestGap()).isEqualTo(SECOND);
  }
}
