/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.SqlJob;

/**
 * A sensor's readings every five seconds for ten minutes, one of which is decades ahead, in windows
 * of a minute.
 */
@Tag("slow")
class MaxLeadJobTest {

  private static final LocalDateTime START = LocalDateTime.of(2020, 9, 13, 12, 0);
  private static final LocalDateTime FUTURE = START.plusYears(60);

  private static final String TUMBLE =
      "SELECT /*+ TRILINK('watermark'='key', 'watermark.order'='by-key'%s) */ k, window_start, COUNT(*) AS c"
          + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
          + " GROUP BY k, window_start, window_end";

  /** With Flink's own operator under key-level watermarks. */
  private static final String GROUP_BY_TUMBLE =
      "SELECT /*+ TRILINK('watermark'='key', 'watermark.order'='by-key'%s) */ k, TUMBLE_START(ts, INTERVAL '1' MINUTE) AS s,"
          + " COUNT(*) AS c FROM t GROUP BY k, TUMBLE(ts, INTERVAL '1' MINUTE)";

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "shuffle,     none, 6",
    "local-merge, none, 6",
    "shuffle,     keep, 11",
    "local-merge, keep, 11",
    "shuffle,     drop, 10",
    "local-merge, drop, 10"
  })
  void windows(String exchange, String action, int windows) throws Exception {
    String options =
        ", 'exchange'='%s'".formatted(exchange)
            + (action.equals("none")
                ? ""
                : ", 'watermark.max-lead'='1 h', 'watermark.max-lead.action'='%s'"
                    .formatted(action));
    String both = (TUMBLE + " UNION ALL " + GROUP_BY_TUMBLE).formatted(options, options);
    List<String> twice = new ArrayList<>(expected(windows));
    twice.addAll(expected(windows));
    assertThat(new SqlJob(readings()).withTrilink().run(both))
        .containsExactlyInAnyOrderElementsOf(twice);
  }

  private static List<Row> readings() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      if (i == 60) {
        rows.add(reading(FUTURE));
      }
      rows.add(reading(START.plusSeconds(5L * i)));
    }
    return rows;
  }

  private static Row reading(LocalDateTime time) {
    return Row.of("sensor", 1, "name", time);
  }

  /** The first windows, plus the one in the future unless all ten minutes are expected. */
  private static List<String> expected(int windows) {
    List<String> rows = new ArrayList<>();
    int minutes = windows == 10 ? 10 : windows - 1;
    for (int minute = 0; minute < minutes; minute++) {
      rows.add("+I[sensor, %s, 12]".formatted(START.plusMinutes(minute)));
    }
    if (windows != 10) {
      rows.add("+I[sensor, %s, 1]".formatted(FUTURE));
    }
    return rows;
  }
}
