/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
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

  /** As the guide says of Flink: at the full hour in UTC, wherever the clocks change. */
  @ParameterizedTest
  @CsvSource({
    "America/New_York,   2021-03-14T02:30, 2021-03-14T07:00:00Z, 2021-03-14T07:00:00Z",
    "America/St_Johns,   2021-03-14T02:30, 2021-03-14T05:30:00Z, 2021-03-14T05:00:00Z",
    "Australia/Adelaide, 2021-10-03T02:30, 2021-10-02T16:30:00Z, 2021-10-02T16:00:00Z",
    "Australia/Lord_Howe, 2021-10-03T02:15, 2021-10-02T15:30:00Z, 2021-10-02T15:44:59.999Z",
  })
  void windowsThatEndInTheSkippedHourAreFired(
      ZoneId zone, LocalDateTime end, Instant change, Instant fired) {
    long local = end.toInstant(ZoneOffset.UTC).toEpochMilli();

    assertThat(zone.getRules().nextTransition(change.minusMillis(1)).getInstant())
        .isEqualTo(change);
    assertThat(TimeWindowUtil.toEpochMillsForTimer(local - 1, zone))
        .isEqualTo(fired.toEpochMilli());
  }
}
