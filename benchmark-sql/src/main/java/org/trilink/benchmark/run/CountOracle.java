/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
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

/** Counts records by some of their values. */
public final class CountOracle implements Oracle, ExpectedRows<String, CountRow> {

  private final ResultTopic topic;
  private final CountRow.Form form;
  private final Function<JsonNode, List<Long>> group;
  private final Predicate<List<Long>> wanted;
  private final Map<List<Long>, Long> counts = new HashMap<>();
  private final Map<String, CountRow> expected = new HashMap<>();
  private long unreadable;

  private CountOracle(
      ResultTopic topic,
      CountRow.Form form,
      Function<JsonNode, List<Long>> group,
      Predicate<List<Long>> wanted) {
    this.topic = topic;
    this.form = form;
    this.group = group;
    this.wanted = wanted;
  }

  /**
   * Expects one row for each group of records.
   *
   * @param topic where rows are written
   * @param columns of a row, all BIGINT: those of the group, and the count
   * @param group the values by which a record is counted
   */
  public static CountOracle ofGroups(
      ResultTopic topic, List<String> columns, Function<JsonNode, List<Long>> group) {
    return new CountOracle(topic, new CountRow.Form(columns, false), group, row -> true);
  }

  /**
   * Expects a row for each record, with the number that it has among those of its id.
   *
   * @param topic where rows are written: {@code id}, {@code readings}
   * @param wanted whether there is a row with these values
   */
  public static CountOracle ofEachReading(ResultTopic topic, Predicate<List<Long>> wanted) {
    return new CountOracle(
        topic,
        new CountRow.Form(List.of("id", "readings"), true),
        reading -> List.of(FlinkJson.bigint(reading, "id")),
        wanted);
  }

  @Override
  public void accept(byte[] line) {
    Optional<JsonNode> record = FlinkJson.parse(line);
    if (record.isEmpty()) {
      unreadable++;
      return;
    }
    List<Long> counted = group.apply(record.get());
    List<Long> values = new ArrayList<>(counted);
    values.add(counts.merge(counted, 1L, Long::sum));
    if (wanted.test(values)) {
      CountRow row = new CountRow(form, List.copyOf(values));
      expected.put(row.key(), row);
    }
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    ResultCheck<String, CountRow> check =
        new ResultCheck<>("row", form::parse, this).accept(rows.apply(topic));
    return new Verdict(List.of(check.finish()), coverage(check), check.differences());
  }

  /** Running counts have each record many times. */
  private Optional<Verdict.Coverage> coverage(ResultCheck<String, CountRow> check) {
    long records = counts.values().stream().mapToLong(Long::longValue).sum();
    return form.isRunning()
        ? Optional.empty()
        : Optional.of(new Verdict.Coverage(records, check.readingsCovered()));
  }

  @Override
  public Iterator<byte[]> expectedRows() {
    return expected.values().stream()
        .sorted(Comparator.comparing(CountRow::key))
        .map(CountRow::toJson)
        .iterator();
  }

  @Override
  public Stream<String> keys() {
    return expected.keySet().stream();
  }

  @Override
  public Optional<CountRow> find(String key) {
    return Optional.ofNullable(expected.get(key));
  }
}
