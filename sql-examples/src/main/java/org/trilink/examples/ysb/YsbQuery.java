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
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;

/** Views per campaign and 10 seconds. */
final class YsbQuery implements Query {

  static final Result WINDOWS = new CampaignWindows();

  @Override
  public String name() {
    return "ysb";
  }

  @Override
  public List<Result> results() {
    return List.of(WINDOWS);
  }

  @Override
  public Set<String> times() {
    return Set.of("window_start", "time_updated");
  }

  @Override
  public long demoRows() {
    return 500_000;
  }

  @Override
  public Oracle<?> newOracle() {
    return new YsbOracle();
  }

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
