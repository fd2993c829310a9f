/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.SqlJob;

/**
 * Rows that leave the range are taken out of a sum in the order of their times. Flink's function
 * takes them out in the order of a map, which is that of their times only on RocksDB.
 */
@Tag("slow")
class RangeOverSumsTest {

  private static final LocalDateTime START = LocalDateTime.of(2020, 9, 13, 12, 0);

  /** The first two leave the range together; a Java map has the second one first. */
  private static final List<Row> ROWS = List.of(row(1, 300), row(4, 400), row(3, 5_000));

  private static final String SUMS =
      "SELECT /*+ TRILINK('watermark'='key', 'strict'='true') */ SUM(v / 10e0) OVER (PARTITION BY k"
          + " ORDER BY ts RANGE BETWEEN INTERVAL '1' SECOND PRECEDING AND CURRENT ROW) FROM t";

  private static Row row(int v, long millis) {
    return Row.of("key", v, "name", START.plus(Duration.ofMillis(millis)));
  }

  @ParameterizedTest(name = "RocksDB: {0}")
  @CsvSource({"false, 0.29999999999999993", "true, 0.3"})
  void sumsOfFloatingPointNumbersAreTheSameOnEachBackend(boolean rocksDb, String ofStock)
      throws Exception {
    assertThat(new SqlJob(ROWS).onRocksDb(rocksDb).run(SUMS))
        .containsExactly("+I[0.1]", "+I[0.5]", "+I[" + ofStock + "]");
    assertThat(new SqlJob(ROWS).withTrilink().onRocksDb(rocksDb).run(SUMS))
        .containsExactly("+I[0.1]", "+I[0.5]", "+I[0.3]");
  }
}
