/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.ResultRow;

/**
 * A row of BIGINT columns, of which the last one counts records, and its JSON form.
 *
 * @param values in the order of the columns
 */
record CountRow(Form form, List<Long> values) implements ResultRow<String, CountRow> {

  /**
   * The columns of rows.
   *
   * @param columns their names, the count's last
   * @param isRunning whether there is a row for each count up to the last one, or for that only
   */
  record Form(List<String> columns, boolean isRunning) {

    /** The row in a JSON line; empty if it is not one. */
    Optional<CountRow> parse(byte[] line) {
      return JsonRows.parse(line, Map.class)
          .filter(fields -> fields.size() == columns.size())
          .map(fields -> columns.stream().map(fields::get).toList())
          .filter(values -> values.stream().allMatch(Form::isBigint))
          .map(values -> values.stream().map(value -> ((Number) value).longValue()).toList())
          .map(values -> new CountRow(this, values));
    }

    private static boolean isBigint(Object value) {
      return value instanceof Integer || value instanceof Long;
    }
  }

  @Override
  public String key() {
    return values.stream()
        .limit(form.isRunning() ? values.size() : values.size() - 1)
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  @Override
  public long readings() {
    return values.get(values.size() - 1);
  }

  @Override
  public byte[] toJson() {
    Map<String, Long> fields = new LinkedHashMap<>();
    for (int column = 0; column < values.size(); column++) {
      fields.put(form.columns().get(column), values.get(column));
    }
    return JsonRows.write(fields);
  }
}
