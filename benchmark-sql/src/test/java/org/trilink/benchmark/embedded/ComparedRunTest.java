/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;

class ComparedRunTest {

  @Test
  void anEqualResultIsExact() {
    Measurement measured = measurement(new Digest(10, 77), new Digest(10, 77));

    assertThat(measured.exact()).isTrue();
    assertThat(measured.differences()).isEmpty();
    assertThat(measured.value(Metric.ROWS_RIGHT)).hasValue(10);
    assertThat(measured.value(Metric.RECORDS_PER_SECOND)).hasValue(500);
    assertThat(measured.value(Metric.CPU_PER_RECORD)).hasValue(3_000);
  }

  @Test
  void aResultWithOtherRowsIsNot() {
    Measurement measured = measurement(new Digest(10, 78), new Digest(10, 77));

    assertThat(measured.exact()).isFalse();
    assertThat(measured.value(Metric.ROWS_EXPECTED)).hasValue(10);
    assertThat(measured.value(Metric.ROWS_RIGHT)).hasValue(0);
    assertThat(measured.differences())
        .containsExactly(
            "10 rows with the sum of hashes 000000000000004e; stock Flink has 10 rows with"
                + " 000000000000004d");
  }

  private static Measurement measurement(Digest digest, Digest expected) {
    return new ComparedRun(new Outcome(2, 3, 0, digest, Checkpoints.NONE), expected)
        .values(1_000)
        .build(new Trial("trilink", Map.of(), 0), Instant.EPOCH);
  }
}
