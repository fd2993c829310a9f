/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.List;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.trilink.planner.testing.SqlJob;

/** The values of KEY_WATERMARK in jobs: the maximum time of the row's key less the table's 3 s. */
class KeyWatermarkFunctionTest {

  private static final String HINT = "/*+ TRILINK('watermark'='key') */ ";

  /** Two keys a minute apart. */
  private static final List<Row> ROWS =
      List.of(
          row("a", 1, 0, 0),
          row("b", 1, 1, 1),
          row("a", 2, 0, 7),
          row("b", 2, 1, 12),
          row("a", 3, 0, 14),
          row("b", 3, 1, 29));

  private static Row row(String key, int value, int minute, int second) {
    return Row.of(key, value, "name", LocalDateTime.of(2020, 1, 1, 12, minute, second));
  }

  @Test
  void ofAWindowAggregateIsTheWatermarkThatFiredTheWindow() throws Exception {
    String windows =
        "SELECT "
            + HINT
            + "k, window_start, KEY_WATERMARK(window_time) AS w, COUNT(*) AS c"
            + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
            + " GROUP BY k, window_start, window_end, window_time";

    for (String placed : List.of("", ", 'partition'='least-key'", ", 'exchange'='local-merge'")) {
      String sql = windows.replace("'key'", "'key'" + placed);
      assertThat(new SqlJob(ROWS).withTrilink().withParallelism(2).run(sql))
          .as(sql)
          .containsExactlyInAnyOrder(
              "+I[a, 2020-01-01T12:00, 2020-01-01T12:00:11, 2]",
              "+I[a, 2020-01-01T12:00:10, 9999-12-31T23:59:59.999, 1]",
              "+I[b, 2020-01-01T12:01, 2020-01-01T12:01:26, 1]",
              "+I[b, 2020-01-01T12:01:10, 2020-01-01T12:01:26, 1]",
              "+I[b, 2020-01-01T12:01:20, 9999-12-31T23:59:59.999, 1]");
    }
  }

  @Test
  void ofAStockOperatorIsTheWatermarkThatItHandsTheRowOnAt() throws Exception {
    String sql =
        "SELECT "
            + HINT
            + "k, v, KEY_WATERMARK(ts), SUM(v) OVER (PARTITION BY k ORDER BY ts) FROM t";

    assertThat(new SqlJob(ROWS).withTrilink().withParallelism(2).run(sql))
        .containsExactlyInAnyOrder(
            "+I[a, 1, 2020-01-01T12:00:04, 1]",
            "+I[a, 2, 2020-01-01T12:00:11, 3]",
            "+I[a, 3, 9999-12-31T23:59:59.999, 6]",
            "+I[b, 1, 2020-01-01T12:01:09, 1]",
            "+I[b, 2, 2020-01-01T12:01:26, 3]",
            "+I[b, 3, 9999-12-31T23:59:59.999, 6]");
  }

  @Test
  void ofAJoinIsTheLesserOfBothSidesAndNullBeforeBothHaveOne() throws Exception {
    String sql =
        "SELECT "
            + HINT
            + "x.k, x.v, y.v, KEY_WATERMARK(x.ts) FROM t AS x JOIN t AS y ON x.k = y.k"
            + " AND y.ts BETWEEN x.ts AND x.ts + INTERVAL '1' SECOND AND x.v = 1 AND x.k <> 'b'";

    assertThat(new SqlJob(ROWS).withTrilink().withParallelism(1).run(sql))
        .singleElement()
        .asString()
        .startsWith("+I[a, 1, 1, ")
        .containsAnyOf("null", "2020-01-01T11:59:57");
  }
}
