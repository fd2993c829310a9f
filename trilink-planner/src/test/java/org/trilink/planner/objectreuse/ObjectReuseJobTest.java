/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.objectreuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.KeysApart;
import org.trilink.planner.testing.SqlJob;

/**
 * Rows that are not copied between the operators of a chain, in jobs without object reuse:
 * accumulators must copy what they keep. A projection before the aggregate reuses one row.
 */
@Tag("slow")
class ObjectReuseJobTest {

  private static final List<Row> ROWS = KeysApart.generate(29).interleaved();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MAX(name || k), MIN(UPPER(name)), COUNT(*)",
        "COUNT(DISTINCT name || k), COUNT(DISTINCT v)",
        "COUNT(DISTINCT v) FILTER (WHERE name > k), MAX(k || name)",
        "COLLECT(name || k), SUM(v)"
      })
  void accumulatorsKeepTheirOwn(String aggregates) throws Exception {
    String sql =
        "SELECT /*+ TRILINK('exchange'='local-merge', 'strict'='true') */ v, %s FROM t GROUP BY v"
            .formatted(aggregates);
    List<String> expected = results(new SqlJob(ROWS).run(sql));

    assertThat(results(new SqlJob(ROWS).withTrilink().withParallelism(2).run(sql)))
        .isEqualTo(expected)
        .hasSize(7);
  }

  /** The final rows, sorted, also within multisets, which have no order. */
  private static List<String> results(List<String> changes) {
    return Changelog.materialize(changes).stream()
        .map(row -> Arrays.stream(row.split("[{},]")).map(String::strip).sorted())
        .map(parts -> parts.collect(Collectors.joining(", ")))
        .sorted()
        .toList();
  }
}
