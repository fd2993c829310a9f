/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.trilink.examples.workload.ExpectedRows;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultCheck;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Verdict;

/** Counts the readings of each device, some of which may be wanted. */
final class CountedReadings implements Oracle, ExpectedRows<Long, CountedReading> {

  private final ResultTopic rows;
  private final Predicate<CountedReading> wanted;

  /** By device. */
  private final Map<Long, Long> readings = new HashMap<>();

  private final Map<Long, CountedReading> expected = new HashMap<>();
  private long unreadable;

  /**
   * Expects nothing as yet.
   *
   * @param rows where they are written
   */
  CountedReadings(ResultTopic rows, Predicate<CountedReading> wanted) {
    this.rows = rows;
    this.wanted = wanted;
  }

  @Override
  public void accept(byte[] line) {
    Optional<JsonNode> reading = FlinkJson.parse(line);
    if (reading.isEmpty()) {
      unreadable++;
      return;
    }
    long id = FlinkJson.bigint(reading.get(), "id");
    long count = readings.merge(id, 1L, Long::sum);
    CountedReading counted = new CountedReading(id, count);
    if (wanted.test(counted)) {
      expected.put(counted.key(), counted);
    }
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> results) {
    ResultCheck<Long, CountedReading> check =
        new ResultCheck<>("row", CountedReading::parse, this).accept(results.apply(rows));
    return new Verdict(List.of(check.finish()), Optional.empty(), check.differences());
  }

  @Override
  public Iterator<byte[]> expectedRows() {
    return expected.values().stream()
        .sorted(Comparator.comparingLong(CountedReading::key))
        .map(CountedReading::toJson)
        .iterator();
  }

  @Override
  public Stream<Long> keys() {
    return expected.keySet().stream();
  }

  @Override
  public Optional<CountedReading> find(Long key) {
    return Optional.ofNullable(expected.get(key));
  }
}
