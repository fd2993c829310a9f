/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.trilink.examples.workload.Query;

/** When the campaigns' windows were written, by what their rows say. */
final class YsbRowTimes implements Query.RowTimes {

  /** Without each campaign's last window, which ends with the job, not by the campaign's time. */
  @Override
  public LongStream latenciesMs(Iterable<byte[]> rows) {
    List<SeenCountRow> timed = new ArrayList<>();
    Map<String, Long> lastStarts = new HashMap<>();
    for (byte[] line : rows) {
      SeenCountRow.parse(line)
          .filter(row -> row.timeUpdated() != null)
          .ifPresent(
              row -> {
                timed.add(row);
                lastStarts.merge(row.campaignId(), row.windowStart(), Math::max);
              });
    }
    return timed.stream()
        .filter(row -> row.windowStart() < lastStarts.get(row.campaignId()))
        .mapToLong(SeenCountRow::latencyMs);
  }

  @Override
  public LongStream writtenMs(Iterable<byte[]> rows) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(SeenCountRow::parse)
        .flatMap(Optional::stream)
        .map(SeenCountRow::timeUpdated)
        .filter(Objects::nonNull)
        .mapToLong(Long::longValue);
  }
}
