/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.Optional;
import org.trilink.examples.workload.EventTimeRange;
import org.trilink.examples.workload.FlinkJson;

/**
 * The fields of an event that the script reads.
 *
 * @param adId null if the line has none
 * @param eventType null if the line has none
 * @param eventTimeMs epoch milliseconds; null if the line has no readable ones
 */
record AdEvent(String adId, String eventType, Long eventTimeMs) {

  private static final String VIEW = "view";

  /** The event in an input line; empty for a line that Flink makes no row of. */
  static Optional<AdEvent> parse(byte[] line) {
    return FlinkJson.parse(line)
        .map(
            object ->
                new AdEvent(
                    FlinkJson.string(object, "ad_id"),
                    FlinkJson.string(object, "event_type"),
                    SqlBigint.ofText(FlinkJson.string(object, "event_time"))));
  }

  /** Whether {@link #eventTimeMs()} is one that Flink can take. */
  boolean hasEventTime() {
    return EventTimeRange.isValid(eventTimeMs);
  }

  boolean isView() {
    return VIEW.equals(eventType);
  }
}
