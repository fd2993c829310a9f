/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks when results of windows hold a key's watermark back. */
class SkippedHoursTest {

  @ParameterizedTest
  @CsvSource({
    "America/New_York,    2021-03-14T06:59:59.999Z, 2021-03-14T06:59:59.999Z",
    "America/New_York,    2021-03-14T07:00:00Z,     2021-03-14T06:59:59.999Z",
    "America/New_York,    2021-03-14T07:59:59.999Z, 2021-03-14T06:59:59.999Z",
    "America/New_York,    2021-03-14T08:00:00Z,     2021-03-14T08:00:00Z",
    "America/New_York,    2021-11-07T06:30:00Z,     2021-11-07T06:30:00Z",
    "America/New_York,    1800-01-01T00:00:00Z,     1800-01-01T00:00:00Z",
    "Australia/Lord_Howe, 2021-10-02T15:45:00Z,     2021-10-02T14:59:59.999Z",
    "Australia/Lord_Howe, 2021-10-02T16:00:00Z,     2021-10-02T16:00:00Z",
    "Australia/Adelaide,  2021-10-02T16:40:00Z,     2021-10-02T15:59:59.999Z",
    "Asia/Shanghai,       2021-03-14T07:00:00Z,     2021-03-14T07:00:00Z",
  })
  void watermarkOf(ZoneId zone, Instant time, Instant watermark) {
    SkippedHours hours = new SkippedHours(zone);

    for (int i = 0; i < 2; i++) {
      assertThat(Instant.ofEpochMilli(hours.watermark(time.toEpochMilli()))).isEqualTo(watermark);
      hours.watermark(time.plusSeconds(20_000_000).toEpochMilli());
    }
  }
}
