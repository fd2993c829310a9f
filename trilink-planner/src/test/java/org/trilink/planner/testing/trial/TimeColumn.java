/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.table.api.TableConfig;

/**
 * The tables' event time: its type, and the session's time zone in which windows are aligned. Left
 * out are zones whose clocks change: in an hour that comes twice Flink 1.14 itself loses windows,
 * or counts their rows as late in the next operator, and in an hour that is skipped HOP loses
 * records, as windows of a key have one and the same timer there and the first one that fires may
 * clear the panes of the others.
 */
enum TimeColumn {
  LOCAL("TIMESTAMP(3)", "UTC", "2020-09-13T12:26:40Z"),
  HALF_HOURS("TIMESTAMP_LTZ(3)", "Asia/Kolkata", "2020-09-13T12:26:40Z");

  /** A slice's length, in seconds: the first argument that follows the time. */
  private static final Pattern SLICE =
      Pattern.compile("DESCRIPTOR\\(ts\\), INTERVAL '(\\d+)' SECOND");

  private final String sqlType;
  private final ZoneId zone;
  private final Instant start;

  TimeColumn(String sqlType, String zone, String start) {
    this.sqlType = sqlType;
    this.zone = ZoneId.of(zone);
    this.start = Instant.parse(start);
  }

  static Arbitrary<TimeColumn> columns() {
    return Arbitraries.of(TimeColumn.class);
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
   * @param sinceStart in ms
   */
  Object value(long sinceStart) {
    Instant time = start.plusMillis(sinceStart);
    return this == LOCAL ? time.atZone(ZoneOffset.UTC).toLocalDateTime() : time;
  }

  /**
   * Local times in UTC, unless slices of windows are aligned in this zone as they are in UTC.
   * Flink's own window operators advance by slices that are aligned in UTC ({@code
   * TimeWindowUtil.getNextTriggerWatermark}), so that their results may come after the watermark
   * that is to follow them; the next operator drops these as late.
   */
  TimeColumn suiting(Query query) {
    return SLICE
            .matcher(query.sql())
            .results()
            .allMatch(slice -> isAligned(Integer.parseInt(slice.group(1))))
        ? this
        : LOCAL;
  }

  private boolean isAligned(int seconds) {
    return offsetSeconds() % seconds == 0;
  }

  private int offsetSeconds() {
    return zone.getRules().getOffset(start).getTotalSeconds();
  }
}
