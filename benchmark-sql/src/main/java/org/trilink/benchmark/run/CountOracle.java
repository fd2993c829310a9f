/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import org.trilink.examples.workload.ExpectedRows;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.ResultTopic;

/** Counts records by some of their values. */
public final class CountOracle extends Oracle<JsonNode> {

  private final ResultTopic topic;
  private final CountRow.Form form;
  private final Function<JsonNode, List<Long>> group;
  private final Predicate<List<Long>> wanted;
  private final Map<List<Long>, Long> counts = new HashMap<>();
  private final Map<String, CountRow> rows = new HashMap<>();

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
  protected Optional<JsonNode> parse(byte[] line) {
    return FlinkJson.parse(line);
  }

  @Override
  protected void add(JsonNode record) {
    List<Long> counted = group.apply(record);
    List<Long> values = new ArrayList<>(counted);
    values.add(counts.merge(counted, 1L, Long::sum));
    if (wanted.test(values)) {
      CountRow row = new CountRow(form, List.copyOf(values));
      rows.put(row.key(), row);
    }
  }

  @Override
  protected List<Expected<?, ?>> expected() {
    return List.of(
        new Expected<>(
            topic, "row", form::parse, ExpectedRows.of(rows, (key, row) -> Optional.of(row))));
  }

  /** Running counts have each record many times. */
  @Override
  protected OptionalLong readings() {
    return form.isRunning()
        ? OptionalLong.empty()
        : OptionalLong.of(counts.values().stream().mapToLong(Long::longValue).sum());
  }
}
