/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.functions.SqlSession;

@Tag("slow")
class KeyFunctionsTest {

  private static final int MAX_PARALLELISM = 90;

  private static final int PARALLELISM = 4;

  /** Columns of many types, made of the number n; NULL in every seventh row. */
  private static final String KEYS =
      "SELECT n AS i, CAST(n AS TINYINT) AS ti, CAST(n AS SMALLINT) AS si, CAST(n AS BIGINT) AS l,"
          + " CAST(n AS FLOAT) AS f, CAST(n AS DOUBLE) AS d, CAST(n AS DECIMAL(10, 2)) AS small,"
          + " CAST(n AS DECIMAL(38, 2)) AS big, CAST(n AS STRING) AS s,"
          + " CAST(CAST(n AS STRING) AS CHAR(5)) AS c, CAST(CAST(n AS STRING) AS BYTES) AS b,"
          + " n > 50 AS bool, TO_TIMESTAMP_LTZ(n * 1000, 3) AS ltz,"
          + " CAST(TO_TIMESTAMP_LTZ(n * 1000, 3) AS TIMESTAMP(3)) AS ts3,"
          + " CAST(TO_TIMESTAMP_LTZ(n * 1000, 3) AS TIMESTAMP(9)) AS ts9,"
          + " CAST(TO_TIMESTAMP_LTZ(n * 86400000, 3) AS DATE) AS dt,"
          + " CAST(TO_TIMESTAMP_LTZ(n * 1000, 3) AS TIME) AS tm,"
          + " CASE WHEN n IS NULL THEN CAST(NULL AS ARRAY<INT>) ELSE ARRAY[n, 1] END AS arr,"
          + " ROW(n, n) AS r FROM numbers";

  private static SqlSession session(boolean isStreaming) {
    SqlSession session = SqlSession.of(isStreaming);
    List<Row> numbers =
        IntStream.range(0, 100)
            .mapToObj(n -> Row.of(n % 7 == 0 ? null : n))
            .collect(Collectors.toList());
    session.table(
        "numbers",
        numbers,
        Types.ROW_NAMED(new String[] {"n"}, Types.INT),
        Schema.newBuilder().column("n", DataTypes.INT()).build());
    session.environment().setParallelism(PARALLELISM);
    session.environment().setMaxParallelism(MAX_PARALLELISM);
    session.tables().createTemporaryFunction("SUBTASK_SEEN", SubtaskSeen.class);
    session.tables().createTemporaryView("typed", session.tables().sqlQuery(KEYS));
    return session;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "i",
        "l, s",
        "ti, si, f, d",
        "small, big",
        "c, b, bool",
        "ltz, ts3, ts9, dt, tm",
        "arr, r"
      })
  void isTheSubtaskThatGroups(String keys) {
    List<Row> rows =
        session(true)
            .rows(
                String.format(
                    "SELECT SUBTASK_OF(%s, %d, %d), SUBTASK_SEEN(1), COUNT(*) FROM typed GROUP BY %s",
                    keys, MAX_PARALLELISM, PARALLELISM, keys));
    assertThat(rows).allSatisfy(row -> assertThat(row.getField(0)).isEqualTo(row.getField(1)));
    if (!keys.contains("bool") && !keys.equals("i")) {
      assertThat(rows.stream().map(row -> row.getField(0)).distinct()).hasSize(PARALLELISM);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void subtaskIsThatOfTheKeyGroup(boolean isStreaming) {
    List<Row> rows =
        session(isStreaming)
            .rows(
                "SELECT KEY_GROUP(s, l, 128), SUBTASK_OF(s, l, 128, 7) FROM typed"
                    + " WHERE KEY_GROUP(s, l, 128) >= 64");
    assertThat(rows).hasSizeBetween(20, 80);
    assertThat(rows)
        .allSatisfy(
            row -> {
              int group = row.<Integer>getFieldAs(0);
              assertThat(group).isBetween(64, 127);
              assertThat(row.getField(1))
                  .isEqualTo(
                      KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(128, 7, group));
            });
  }

  @Test
  void dependsOnTheType() {
    assertThat(
            SqlSession.batch()
                .rows(
                    "SELECT KEY_GROUP(CAST(1 AS INT), 32768), KEY_GROUP(CAST(1 AS BIGINT), 32768),"
                        + " KEY_GROUP(CAST(NULL AS INT), 32768)"))
        .singleElement()
        .satisfies(row -> assertThat(row.getField(0)).isNotEqualTo(row.getField(2)));
  }

  @Test
  void isNullWithoutNumbers() {
    assertThat(
            SqlSession.batch()
                .rows(
                    "SELECT KEY_GROUP('a', n), SUBTASK_OF('a', 128, n), SUBTASK_OF('a', n, 2)"
                        + " FROM (VALUES (CAST(NULL AS INT))) AS t(n)"))
        .containsExactly(Row.of(null, null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          KEY_GROUP(n)|KEY_GROUP: arguments are missing; they are (key..., max_parallelism).
          SUBTASK_OF(n, 128)|SUBTASK_OF: arguments are missing; they are (key..., max_parallelism, parallelism).
          KEY_GROUP(n, 'x')|KEY_GROUP: max_parallelism is an INT, but here it is CHAR(1) NOT NULL; the arguments are (key..., max_parallelism).
          KEY_GROUP(n, CAST(1 AS BIGINT))|KEY_GROUP: max_parallelism is an INT, but here it is BIGINT NOT NULL
          KEY_GROUP(n, 0)|KEY_GROUP: max_parallelism must be 1 to 32768, but is 0.
          KEY_GROUP(n, 32769)|KEY_GROUP: max_parallelism must be 1 to 32768, but is 32769.
          SUBTASK_OF(n, 128, 0)|SUBTASK_OF: parallelism must be 1 to 32768, but is 0.
          SUBTASK_OF(n, 128, 129)|SUBTASK_OF: parallelism must be 1 to 128, but is 129.
          KEY_GROUP(n, n - 5)|KEY_GROUP: max_parallelism must be 1 to 32768, but is -4.
          """)
  void refuses(String call, String error) {
    SqlSession session = SqlSession.batch();
    assertThatThrownBy(() -> session.rows("SELECT " + call + " FROM (VALUES (1)) AS t(n)"))
        .hasStackTraceContaining(error);
  }
}
