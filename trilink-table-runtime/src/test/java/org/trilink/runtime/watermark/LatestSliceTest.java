/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.runtime.operators.window.slicing.SliceAssigner;
import org.apache.flink.table.runtime.operators.window.slicing.SliceAssigners;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Slices are the same as without remembering one, also when clocks change. */
class LatestSliceTest {

  private static final int TIMES = 20_000;

  private static Stream<Arguments> zonesAndChanges() {
    return Stream.of(
        Arguments.of("UTC", "2024-02-29T00:00:00Z"),
        Arguments.of("Asia/Kolkata", "1969-12-31T23:59:59Z"),
        Arguments.of("Europe/Berlin", "2024-03-31T01:00:00Z"),
        Arguments.of("Europe/Berlin", "2024-10-27T01:00:00Z"),
        Arguments.of("Australia/Lord_Howe", "2024-04-06T15:00:00Z"),
        Arguments.of("Australia/Lord_Howe", "2024-10-05T15:30:00Z"),
        Arguments.of("Pacific/Apia", "2011-12-30T10:00:00Z"),
        Arguments.of("America/New_York", "1883-11-18T17:00:00Z"));
  }

  @ParameterizedTest
  @MethodSource("zonesAndChanges")
  void slicesAreThoseOfFlink(String zoneName, String change) {
    ZoneId zone = ZoneId.of(zoneName);
    for (SliceAssigner slices : assigners(zone)) {
      assertSameAsFlinks(slices, zone, Instant.parse(change).toEpochMilli());
    }
  }

  private static SliceAssigner[] assigners(ZoneId zone) {
    Duration day = Duration.ofDays(1);
    Duration minutes = Duration.ofMinutes(50);
    return new SliceAssigner[] {
      SliceAssigners.tumbling(0, zone, Duration.ofSeconds(10)),
      SliceAssigners.tumbling(0, zone, minutes).withOffset(Duration.ofMinutes(7)),
      SliceAssigners.tumbling(0, zone, day),
      SliceAssigners.hopping(0, zone, minutes, Duration.ofMinutes(10)),
      SliceAssigners.cumulative(0, zone, day, Duration.ofHours(6))
    };
  }

  /** Times advance, as those of records do, with late ones among them. */
  private static void assertSameAsFlinks(SliceAssigner slices, ZoneId zone, long change) {
    SplittableRandom random = new SplittableRandom(7);
    LatestSlice latest = new LatestSlice(zone);
    long span = Duration.ofDays(2).toMillis();
    int remembered = 0;
    for (int i = 0; i < TIMES; i++) {
      long time = change - span / 2 + span * i / TIMES - random.nextLong(3) * random.nextInt(9_000);
      if (random.nextInt(50) == 0) {
        time = change + random.nextInt(3) - 1;
      }
      long wanted = slices.assignSliceEnd(GenericRowData.of(time), null);
      if (latest.has(time)) {
        remembered++;
      } else {
        latest.set(time, wanted, slices.getSliceEndInterval());
      }
      assertThat(latest.has(time)).isTrue();
      assertThat(latest.end()).as("slice of %s in %s", time, zone).isEqualTo(wanted);
    }
    if (slices.getSliceEndInterval() > Duration.ofMinutes(1).toMillis()) {
      assertThat(remembered).isCloseTo(TIMES, withinPercentage(20));
    }
  }
}
