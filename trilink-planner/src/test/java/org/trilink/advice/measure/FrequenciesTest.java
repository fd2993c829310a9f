/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FrequenciesTest {

  @Test
  void countsKeysAndFindsTheHeaviest() {
    Frequencies keys =
        Frequencies.of(
            new GeneratedReports().add(0, 0, 1, 0).add(0, 1, 7, 0).add(0, 2, 2, 0).sample(1));

    assertThat(keys.keys()).isEqualTo(3);
    assertThat(keys.seenOnce()).isEqualTo(1);
    assertThat(keys.heaviestKey()).isEqualTo(1);
    assertThat(keys.heaviestShare()).isEqualTo(0.7);
    assertThat(keys.recordsPerKey()).isEqualTo(10 / 3.0);
  }

  @Test
  void ofNoRecordsTheFiguresAreZero() {
    Frequencies none = Frequencies.of(new SampledRecords.Builder(1).build());

    assertThat(none.keys()).isZero();
    assertThat(none.heaviestShare()).isZero();
    assertThat(none.recordsPerKey()).isZero();
  }
}
