/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.Types;
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
class AggregateArgumentsTest {

  private static final String HOURS =
      " FROM (VALUES (1, 2), (2, 4), (3, 6), (4, CAST(NULL AS INT)), (CAST(NULL AS INT), 9))"
          + " AS t(h, x)";

  /** One query for all, as each is a job. */
  private static List<Object> values(SqlSession session, List<String> calls, String from) {
    Row row = session.rows("SELECT " + String.join(", ", calls) + from).get(0);
    return IntStream.range(0, row.getArity()).mapToObj(row::getField).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LINEAR_TREND(CAST(x AS %s), CAST(h AS BIGINT) * 3600000)|2.0",
        "APPROX_PERCENTILE(CAST(x AS %s), 0.5)|4.0",
        "APPROX_COUNT_DISTINCT(CAST(x AS %s))|4"
      })
  void takesNumbersOfAnyType(String call, String result) {
    List<String> calls =
        Stream.of(
                "TINYINT",
                "SMALLINT",
                "INT",
                "BIGINT",
                "FLOAT",
                "DOUBLE",
                "DECIMAL(5, 2)",
                "DECIMAL(38, 0)")
            .map(type -> String.format(call, type))
            .toList();
    assertThat(values(SqlSession.batch(), calls, HOURS))
        .hasSameSizeAs(calls)
        .allMatch(value -> value.toString().equals(result));
  }

  @Test
  void takesTimesOfAnyType() {
    List<String> calls =
        Stream.of(
                "h * 3600000",
                "CAST(h AS BIGINT) * 3600000",
                "TO_TIMESTAMP_LTZ(h * 3600, 0)",
                "TO_TIMESTAMP_LTZ(h * 3600000, 3)",
                "CAST(TO_TIMESTAMP_LTZ(h * 3600, 0) AS TIMESTAMP(0))",
                "CAST(TO_TIMESTAMP_LTZ(h * 3600, 0) AS TIMESTAMP(3))",
                "CAST(TO_TIMESTAMP_LTZ(h * 3600, 0) AS TIMESTAMP(9))",
                "CAST(TO_TIMESTAMP_LTZ(h * 3600, 0) AS TIMESTAMP_LTZ(9))")
            .map(time -> "LINEAR_TREND(x, " + time + ")")
            .toList();
    assertThat(values(SqlSession.batch(), calls, HOURS)).hasSameSizeAs(calls).containsOnly(2.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          LINEAR_TREND('x', 5)|LINEAR_TREND: value must be a number, but is CHAR(1) NOT NULL; use CAST.
          LINEAR_TREND(1, DATE '2024-01-01')|LINEAR_TREND: rowtime must be a TIMESTAMP, a TIMESTAMP_LTZ, or a BIGINT of milliseconds since the epoch, but is DATE NOT NULL; use CAST.
          LINEAR_TREND(n, CAST(n AS BIGINT) * 1700000000000000000)|LINEAR_TREND: rowtime 1700000000000000000 is not between the years 1 and 9999; as a BIGINT it is in milliseconds since the epoch.
          APPROX_PERCENTILE('x', 0.5)|APPROX_PERCENTILE: value must be a number, but is CHAR(1) NOT NULL; use CAST.
          APPROX_PERCENTILE(n, 1.01)|APPROX_PERCENTILE: p must be 0 to 1, but is 1.01.
          APPROX_PERCENTILE(n, -1)|APPROX_PERCENTILE: p must be 0 to 1, but is -1.0.
          APPROX_PERCENTILE(n, 50)|APPROX_PERCENTILE: p must be 0 to 1, but is 50.0.
          APPROX_PERCENTILE(n, '0.5')|APPROX_PERCENTILE: p must be a number, but is CHAR(3) NOT NULL; use CAST.
          APPROX_PERCENTILE(n, n + 1)|APPROX_PERCENTILE: p must be 0 to 1, but is 2.0.
          APPROX_PERCENTILE(n, CAST(NULL AS DOUBLE))|APPROX_PERCENTILE: p must be 0 to 1, but is NULL.
          APPROX_PERCENTILE(n)|APPROX_PERCENTILE: the arguments are (value, p), but there are 1.
          APPROX_COUNT_DISTINCT(n, n)|APPROX_COUNT_DISTINCT: the arguments are (value), but there are 2.
          """)
  void refuses(String call, String error) {
    SqlSession session = SqlSession.batch();
    assertThatThrownBy(() -> session.rows("SELECT " + call + " FROM (VALUES (1)) AS t(n)"))
        .hasStackTraceContaining(error);
  }

  @Test
  void refusesAPercentileThatChanges() {
    SqlSession session = SqlSession.batch();
    assertThatThrownBy(
            () ->
                session.rows(
                    "SELECT APPROX_PERCENTILE(n, p) FROM (VALUES (1, 0.5), (2, 0.6)) AS t(n, p)"))
        .hasStackTraceContaining("p must be the same in all rows of a group, but is 0.5 and 0.6.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT %s OVER (PARTITION BY n ORDER BY t ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)"
            + " FROM (SELECT n, PROCTIME() AS t FROM numbers)",
        "SELECT %s FROM (SELECT MAX(n) AS n FROM numbers GROUP BY MOD(n, 10))"
      })
  void sketchesRefuseToTakeValuesBack(String query) {
    SqlSession session = numbers(true, 100);
    for (String call : new String[] {"APPROX_PERCENTILE(n, 0.5)", "APPROX_COUNT_DISTINCT(n)"}) {
      assertThatThrownBy(() -> session.tables().explainSql(String.format(query, call)))
          .hasMessageContaining("Could not find an implementation method 'retract' in class")
          .hasMessageContaining("for function '" + call.substring(0, call.indexOf('(')) + "'");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void emptyGroupsAndNulls(boolean isStreaming) {
    assertThat(
            SqlSession.of(isStreaming)
                .rows(
                    "SELECT LINEAR_TREND(x, t), APPROX_PERCENTILE(x, 0.5),"
                        + " APPROX_COUNT_DISTINCT(x) FROM (VALUES (CAST(NULL AS DOUBLE),"
                        + " CAST(NULL AS BIGINT))) AS v(x, t)"))
        .containsExactly(Row.of(null, null, 0L));
    assertThat(
            SqlSession.batch()
                .rows(
                    "SELECT LINEAR_TREND(x, x), APPROX_PERCENTILE(x, 0.5),"
                        + " APPROX_COUNT_DISTINCT(x) FROM (VALUES (1)) AS v(x) WHERE x > 5"))
        .containsExactly(Row.of(null, null, 0L));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nanAndZeros(boolean isStreaming) {
    // not as literals: Flink's planner has no NaN
    SqlSession session =
        SqlSession.of(isStreaming)
            .table(
                "texts",
                Stream.of("NaN", "NaN", "-0.0", "0.0", "Infinity").map(Row::of).toList(),
                Types.ROW_NAMED(new String[] {"s"}, Types.STRING),
                Schema.newBuilder().column("s", DataTypes.STRING()).build());
    assertThat(
            session.rows(
                "SELECT LINEAR_TREND(x, 5), APPROX_PERCENTILE(x, 0.6),"
                    + " APPROX_PERCENTILE(x, 0.61), APPROX_COUNT_DISTINCT(x),"
                    + " APPROX_COUNT_DISTINCT(CAST(x AS FLOAT))"
                    + " FROM (SELECT CAST(s AS DOUBLE) AS x FROM texts)"))
        .containsExactly(Row.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NaN, 3L, 3L));
  }

  @Test
  void countsDistinctValuesOfAnyType() {
    List<String> calls =
        Stream.of(
                "n",
                "CAST(n AS TINYINT)",
                "CAST(n AS SMALLINT)",
                "CAST(n AS BIGINT)",
                "CAST(n AS FLOAT)",
                "CAST(n AS DOUBLE)",
                "CAST(n AS DECIMAL(10, 2))",
                "CAST(n AS DECIMAL(38, 2))",
                "CAST(n AS STRING)",
                "CASE WHEN n = 1 THEN '' ELSE CAST(n AS STRING) END",
                "CAST(CAST(n AS STRING) AS CHAR(5))",
                "CAST(CAST(n AS STRING) AS BYTES)",
                "TO_TIMESTAMP_LTZ(n, 0)",
                "TO_TIMESTAMP_LTZ(n, 3)",
                "CAST(TO_TIMESTAMP_LTZ(n, 3) AS TIMESTAMP(3))",
                "CAST(TO_TIMESTAMP_LTZ(n, 3) AS TIMESTAMP(9))",
                "CAST(TO_TIMESTAMP_LTZ(n * 86400, 0) AS DATE)",
                "CAST(TO_TIMESTAMP_LTZ(n, 0) AS TIME)",
                "CASE WHEN n IS NULL THEN CAST(NULL AS ARRAY<INT>) ELSE ARRAY[n, 1] END")
            .map(value -> "APPROX_COUNT_DISTINCT(" + value + ")")
            .toList();
    assertThat(
            values(
                numbers(false, 100),
                calls,
                " FROM (SELECT n FROM numbers UNION ALL SELECT n FROM numbers)"))
        .hasSameSizeAs(calls)
        .containsOnly(100L);
    assertThat(numbers(false, 100).value("SELECT APPROX_COUNT_DISTINCT(n > 50) FROM numbers"))
        .isEqualTo(2L);
  }

  /** The module's, and not a function of Flink's by the same name: that would count otherwise. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isTheModulesFunction(boolean isStreaming) {
    DistinctCount direct = new DistinctCount();
    LongStream.rangeClosed(1, 5000).forEach(direct::add);
    assertThat(direct.estimate()).isNotEqualTo(5000);
    assertThat(numbers(isStreaming, 5000).value("SELECT APPROX_COUNT_DISTINCT(n) FROM numbers"))
        .isEqualTo(direct.estimate());
  }

  /** NULL, and 1 to a number. */
  private static SqlSession numbers(boolean isStreaming, int greatest) {
    return SqlSession.of(isStreaming)
        .table(
            "numbers",
            LongStream.rangeClosed(0, greatest)
                .mapToObj(n -> Row.of(n == 0 ? null : (int) n))
                .toList(),
            Types.ROW_NAMED(new String[] {"n"}, Types.INT),
            Schema.newBuilder().column("n", DataTypes.INT()).build());
  }
}
