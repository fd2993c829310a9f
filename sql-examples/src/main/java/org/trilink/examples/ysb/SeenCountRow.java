/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.KeyAndStart;
import org.trilink.examples.workload.ResultRow;

/**
 * One campaign's views in one window, and their JSON form.
 *
 * @param timeUpdated when the row was written, in epoch milliseconds; null in an expected row, of
 *     which nobody knows
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SeenCountRow(
    @JsonProperty(value = "campaign_id", required = true) String campaignId,
    @JsonProperty(value = "window_start", required = true) long windowStart,
    @JsonProperty(value = "seen_count", required = true) long seenCount,
    @JsonProperty(value = "time_updated") Long timeUpdated)
    implements ResultRow<KeyAndStart<String>, SeenCountRow> {

  /** The length of a window. */
  static final long WINDOW_MS = 10_000;

  static SeenCountRow expected(KeyAndStart<String> window, long seenCount) {
    return new SeenCountRow(window.key(), window.start(), seenCount, null);
  }

  /** The row in a JSON line; empty if it is not one. */
  static Optional<SeenCountRow> parse(byte[] line) {
    return JsonRows.parse(line, SeenCountRow.class).filter(row -> row.campaignId() != null);
  }

  @Override
  public KeyAndStart<String> key() {
    return new KeyAndStart<>(campaignId, windowStart);
  }

  @Override
  public long readings() {
    return seenCount;
  }

  /** Equal in what can be expected; and it must say when it was written. */
  @Override
  public boolean matches(SeenCountRow expected) {
    return key().equals(expected.key()) && seenCount == expected.seenCount && timeUpdated != null;
  }

  /** How long after its window's end the row was written, in milliseconds; time is not null. */
  long latencyMs() {
    return timeUpdated - (windowStart + WINDOW_MS);
  }
}
