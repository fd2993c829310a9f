/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.flink.RefusedForms;
import org.trilink.planner.testing.SeenMetrics;
import org.trilink.planner.testing.SqlJob;

/**
 * The rows of windows that are counted as behind their key's watermark are those whose window has
 * ended by it: these are dropped, and no others.
 */
@Tag("slow")
class BehindWatermarkJobTest {

  private static final String BEHIND = "numRecordsBehindKeyWatermark";
  private static final String DROPPED = "numLateRecordsDropped";

  private static final LocalDateTime START = LocalDateTime.of(2020, 9, 13, 12, 0);
  private static final int WINDOWS = 6;

  @AfterEach
  void unwatch() {
    SeenMetrics.watch(Set.of());
  }

  static Stream<Arguments> windowTopN() {
    return Stream.of(
            Arguments.of("k, v, ts", "v", 2),
            Arguments.of("k, v", "v", 2),
            Arguments.of("k, v, ts", "ts DESC", 1))
        .limit(RefusedForms.NAMES.contains("DEDUPLICATION") ? 2 : 3);
  }

  /** The rows' own time is used where the query keeps it, else the start of their window. */
  @ParameterizedTest
  @MethodSource
  void windowTopN(String columns, String order, int rowsPerWindow) throws Exception {
    SeenMetrics.watch(Set.of(BEHIND, DROPPED));
    String sql =
        """
        SELECT /*+ TRILINK('watermark'='key', 'strict'='true') */ %1$s FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY k, window_start, window_end ORDER BY %2$s) AS n
          FROM (
            SELECT %1$s, window_start, window_end
            FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))))
        WHERE n <= %3$d"""
            .formatted(columns, order, rowsPerWindow);

    assertThat(new SqlJob(rows()).withTrilink().run(sql)).hasSize(WINDOWS * rowsPerWindow);
    assertThat(SeenMetrics.sum(DROPPED)).isEqualTo(1);
    assertThat(SeenMetrics.sum(BEHIND)).isEqualTo(1);
  }

  /** A row a second, but for one that is late, and one whose window has not ended. */
  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int second = 0; second < 10 * WINDOWS; second++) {
      rows.add(row(second));
      if (second == 40) {
        rows.add(row(5));
      }
      if (second == 58) {
        rows.add(row(51));
      }
    }
    return rows;
  }

  private static Row row(int second) {
    return Row.of("key", second % 7, "name", START.plusSeconds(second));
  }
}
