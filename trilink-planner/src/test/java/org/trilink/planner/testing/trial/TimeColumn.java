/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.table.api.TableConfig;

/**
 * The tables' event time: its type, and the session's time zone in which windows are aligned. Left
 * out where Flink 1.14 itself is wrong: in an hour that comes twice it loses windows, or counts
 * their rows as late in the next operator.
 */
enum TimeColumn {
  LOCAL("TIMESTAMP(3)", "UTC", "2020-09-13T12:26:40Z"),
  HALF_HOURS("TIMESTAMP_LTZ(3)", "Asia/Kolkata", "2020-09-13T12:26:40Z"),
  SUMMER_BEGINS("TIMESTAMP_LTZ(3)", "America/New_York", "2021-03-14T07:01:00Z");

  private final String sqlType;
  private final ZoneId zone;
  private final Instant start;

  TimeColumn(String sqlType, String zone, String start) {
    this.sqlType = sqlType;
    this.zone = ZoneId.of(zone);
    this.start = Instant.parse(start);
  }

  static Arbitrary<TimeColumn> columns() {
    return Arbitraries.frequency(
        Tuple.of(2, LOCAL), Tuple.of(1, HALF_HOURS), Tuple.of(1, SUMMER_BEGINS));
  }

  String sqlType() {
    return sqlType;
  }

  TypeInformation<?> type() {
    return this == LOCAL ? Types.LOCAL_DATE_TIME : Types.INSTANT;
  }

  void setTimeZone(TableConfig config) {
    config.setLocalTimeZone(zone);
  }

  /**
   * The value of a time.
   *
   * @param sinceStart in ms; clocks change a minute before the start, if they do
   */
  Object value(long sinceStart) {
    Instant time = start.plusMillis(sinceStart);
    return this == LOCAL ? time.atZone(ZoneOffset.UTC).toLocalDateTime() : time;
  }
}
