/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.SqlJob;

/** Keys whose bytes are easily changed between the merge before the exchange and the one after. */
@Tag("slow")
class LocalMergeKeyTest {

  @ParameterizedTest
  @ValueSource(strings = {"d / d", "f / f", "-d", "ROW(v, nan)", "ROW(v, amount)"})
  void isTheSameAfterTheExchange(String key) throws Exception {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      rows.add(Row.of("a", i % 12, "n", LocalDateTime.of(2024, 1, 1, 0, 0, i)));
    }
    String query =
        """
        SELECT %s COUNT(*) AS c, MIN(v) AS m FROM (
          SELECT v, KEY AS g FROM (
            SELECT v, d, f, d / d AS nan, amount FROM (
              SELECT v, CAST(v AS DOUBLE) AS d, CAST(v AS FLOAT) AS f,
                CAST(NULLIF(v, 0) AS DECIMAL(30, 5)) AS amount
              FROM t)))
        GROUP BY g"""
            .replace("KEY", key);
    List<String> merged =
        new SqlJob(rows)
            .withTrilink()
            .withParallelism(3)
            .run(query.formatted("/*+ TRILINK('exchange'='local-merge') */"));
    List<String> stock = new SqlJob(rows).withParallelism(3).run(query.formatted(""));
    assertThat(Changelog.materialize(merged))
        .containsExactlyInAnyOrderElementsOf(Changelog.materialize(stock));
  }
}
