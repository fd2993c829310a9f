/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.SplittableRandom;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Local times are those of Flink, also when clocks change. */
class EpochToLocalTest {

  private static final int TIMES = 20_000;

  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, 2024-03-31T01:00:00Z",
    "Europe/Berlin, 2024-10-27T01:00:00Z",
    "Australia/Lord_Howe, 2024-04-06T15:00:00Z",
    "Australia/Lord_Howe, 2024-10-05T15:30:00Z",
    "Pacific/Apia, 2011-12-30T10:00:00Z",
    "America/New_York, 1883-11-18T17:00:00Z",
    "Asia/Kolkata, 1969-12-31T23:59:59Z"
  })
  void clocksChange(String zoneName, Instant change) {
    ZoneId zone = ZoneId.of(zoneName);
    EpochToLocal times = new EpochToLocal(zone);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < TIMES; i++) {
      Duration away = random.nextBoolean() ? Duration.ofMillis(2) : Duration.ofDays(400);
      assertSameAsFlinks(
          times,
          zone,
          change.toEpochMilli() + random.nextLong(-away.toMillis(), away.toMillis() + 1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Z", "+05:30", "Europe/Berlin", "Asia/Shanghai"})
  void timesFarAway(String zoneName) {
    ZoneId zone = ZoneId.of(zoneName);
    EpochToLocal times = new EpochToLocal(zone);
    for (long time : new long[] {0, -1, 1, 1L << 45, -(1L << 45), 0}) {
      assertSameAsFlinks(times, zone, time);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/Bogota", "Europe/Berlin", "Asia/Shanghai"})
  void theEndOfTimeIsTheSameInAllZonesAndIsForgotten(String zoneName) {
    ZoneId zone = ZoneId.of(zoneName);
    EpochToLocal times = new EpochToLocal(zone);
    for (long time : new long[] {Long.MAX_VALUE, 1_711_846_800_000L, Long.MAX_VALUE, 0}) {
      assertSameAsFlinks(times, zone, time);
    }
  }

  private static void assertSameAsFlinks(EpochToLocal times, ZoneId zone, long epoch) {
    assertThat(times.local(epoch))
        .as("%s in %s", epoch, zone)
        .isEqualTo(TimeWindowUtil.toUtcTimestampMills(epoch, zone));
  }
}
