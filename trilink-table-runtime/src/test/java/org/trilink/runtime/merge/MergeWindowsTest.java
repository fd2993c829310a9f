/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
import org.trilink.runtime.window.Slices;

/** Checks when windows are final. */
class MergeWindowsTest {

  @ParameterizedTest
  @CsvSource({
    "Australia/Adelaide, 2021-10-03T02:05, 2021-10-02T16:10:00Z,     false",
    "Australia/Adelaide, 2021-10-03T02:05, 2021-10-02T16:29:59.999Z, true",
    "Australia/Adelaide, 2021-10-03T02:00, 2021-10-02T16:29:59.998Z, false",
    "Australia/Adelaide, 2021-10-03T02:00, 2021-10-02T16:29:59.999Z, true",
    "America/New_York,   2021-03-14T02:05, 2021-03-14T06:59:59.998Z, false",
    "America/New_York,   2021-03-14T02:05, 2021-03-14T07:00:00Z,     true",
    "America/New_York,   2021-03-14T03:05, 2021-03-14T07:04:59.998Z, false",
    "America/New_York,   2021-03-14T03:05, 2021-03-14T07:04:59.999Z, true",
  })
  void isEnded(ZoneId zone, LocalDateTime window, Instant bound, boolean isEnded) {
    MergeWindows windows =
        new MergeWindows(
            Slices.tumble(Duration.ofMinutes(5).toMillis(), 0),
            InputTime.rowtime(0, 0),
            zone,
            KeyWatermarkPolicy.ofMaxSkew(0));

    assertThat(
            windows.isEnded(window.toInstant(ZoneOffset.UTC).toEpochMilli(), bound.toEpochMilli()))
        .isEqualTo(isEnded);
  }
}
