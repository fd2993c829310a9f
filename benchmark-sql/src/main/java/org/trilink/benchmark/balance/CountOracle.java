/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.trilink.benchmark.balance.CountRow.IdAndHour;
import org.trilink.examples.workload.ExpectedRows;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultCheck;
import org.trilink.examples.workload.Verdict;

/** Counts records. */
final class CountOracle implements Oracle, ExpectedRows<IdAndHour, CountRow> {

  private static final long HOUR_MS = Duration.ofHours(1).toMillis();

  private final Map<IdAndHour, Long> counts = new HashMap<>();
  private long unreadable;

  @Override
  public void accept(byte[] line) {
    Optional<JsonNode> record = FlinkJson.parse(line);
    if (record.isEmpty()) {
      unreadable++;
      return;
    }
    long ts = FlinkJson.bigint(record.get(), "ts");
    counts.merge(
        new IdAndHour(FlinkJson.bigint(record.get(), "id"), ts - Math.floorMod(ts, HOUR_MS)),
        1L,
        Long::sum);
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    ResultCheck<IdAndHour, CountRow> check =
        new ResultCheck<>("count", CountRow::parse, this).accept(rows.apply(BalanceQuery.COUNTS));
    return new Verdict(
        List.of(check.finish()),
        Optional.of(
            new Verdict.Coverage(
                counts.values().stream().mapToLong(Long::longValue).sum(),
                check.readingsCovered())),
        check.differences());
  }

  @Override
  public Iterator<byte[]> expectedRows() {
    return keys()
        .sorted(Comparator.naturalOrder())
        .map(key -> find(key).orElseThrow().toJson())
        .iterator();
  }

  @Override
  public Stream<IdAndHour> keys() {
    return counts.keySet().stream();
  }

  @Override
  public Optional<CountRow> find(IdAndHour key) {
    return Optional.ofNullable(counts.get(key))
        .map(count -> new CountRow(key.id(), key.startMs(), count));
  }
}
