/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.catalog.CatalogView;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

/**
 * In every place where SQL allows a query, a hint on that query's SELECT, or on a table in it, is
 * applied, refused with a reason, or reported to have no effect: the plan, or the error, names its
 * options.
 */
@Tag("slow")
class HintsNeverVanishTest {

  private static final String ON_SELECT = "least-key";
  private static final String ON_TABLE = "least-count";

  /** In the query {@code %1$s} is the SELECT's hint, {@code %2$s} the table's. */
  private static final List<String> QUERIES =
      List.of(
          "SELECT %1$s y.k FROM (SELECT k, COUNT(*) AS c FROM u %2$s GROUP BY k) AS y WHERE c > 2",
          "SELECT %1$s y.k FROM u %2$s AS y WHERE y.v > 2");

  private static final List<String> CORRELATED =
      List.of(
          "SELECT %1$s 'a' FROM (SELECT k, COUNT(*) AS c FROM u %2$s GROUP BY k) AS y"
              + " WHERE c > 2 AND y.k = t.k",
          "SELECT %1$s y.k FROM u %2$s AS y WHERE y.k = t.k");

  private static final List<String> PLACES =
      List.of(
          "%s",
          "%s ORDER BY 1 LIMIT 3",
          "INSERT INTO keys %s",
          "SELECT k FROM (%s) AS x",
          "SELECT k FROM (%s) AS x WHERE FALSE",
          "SELECT DISTINCT k FROM (%s) AS x",
          "SELECT t.k FROM t JOIN (%s) AS x ON t.k = x.k",
          "SELECT t.k FROM t LEFT JOIN (%s) AS x ON t.k = x.k",
          "SELECT k, COUNT(*) FROM (%s) AS x GROUP BY GROUPING SETS ((k), ())",
          "SELECT k FROM (SELECT k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY k) AS n"
              + " FROM (%s) AS x) WHERE n < 3",
          "%s UNION ALL SELECT k FROM t",
          "SELECT k FROM t UNION ALL %s",
          "SELECT k FROM t UNION %s",
          "SELECT k FROM t INTERSECT %s",
          "SELECT k FROM t INTERSECT ALL %s",
          "%s EXCEPT SELECT k FROM t",
          "SELECT k FROM t EXCEPT ALL %s",
          "WITH w AS (%s) SELECT * FROM w",
          "WITH w AS (%s) SELECT a.k FROM w AS a JOIN w AS b ON a.k = b.k",
          "WITH w AS (%s) SELECT k FROM t WHERE EXISTS (SELECT * FROM w)",
          "WITH w AS (%s) SELECT k FROM t WHERE EXISTS (SELECT 1 FROM w WHERE w.k = t.k)",
          "SELECT k FROM t WHERE k IN (%s LIMIT 3)",
          "SELECT k FROM t WHERE EXISTS (%s LIMIT 3)",
          "SELECT k FROM t WHERE EXISTS (%s ORDER BY y.k)",
          "SELECT k FROM t WHERE EXISTS (%s OFFSET 0 ROWS)",
          "SELECT k FROM t WHERE EXISTS (%s UNION ALL SELECT k FROM u)",
          "SELECT k FROM t WHERE EXISTS (WITH w AS (%s) SELECT * FROM w)",
          "SELECT k FROM t WHERE EXISTS (SELECT 1 FROM (%s) AS x)",
          "SELECT k FROM (VALUES ('a')) AS t (k) WHERE k IN (%s)",
          "SELECT k FROM t WHERE k > (%s)",
          "SELECT k, (%s) AS m FROM t",
          "SELECT k FROM t WHERE k > ALL (%s)",
          "SELECT k FROM t ORDER BY (%s)",
          "SELECT COUNT(*) FROM t GROUP BY k IN (%s)",
          "SELECT k, COUNT(*) FROM TABLE(TUMBLE((SELECT k, ts FROM t WHERE k IN (%s)),"
              + " DESCRIPTOR(ts), INTERVAL '1' SECOND)) GROUP BY k, window_start, window_end",
          "SELECT * FROM (SELECT k, ts, v FROM t WHERE k IN (%s)) MATCH_RECOGNIZE (PARTITION BY k"
              + " ORDER BY ts MEASURES LAST(B.v) AS w PATTERN (A B) DEFINE A AS A.v > 1)");

  /** Places for queries that may refer to {@code t.k}. */
  private static final List<String> PLACES_IN_A_QUERY =
      List.of(
          "SELECT k FROM t WHERE EXISTS (%s)",
          "SELECT k FROM t WHERE NOT EXISTS (%s)",
          "SELECT k FROM t WHERE v > 3 OR EXISTS (%s)",
          "SELECT k FROM t WHERE 1 = 2 AND EXISTS (%s)",
          "SELECT k FROM t WHERE EXISTS (SELECT * FROM (%s) AS x)",
          "SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND EXISTS (%s))",
          "SELECT k FROM t WHERE k IN (SELECT k FROM u AS t WHERE EXISTS (%s))",
          "SELECT k, EXISTS (%s) AS e FROM t",
          "SELECT CASE WHEN EXISTS (%s) THEN 1 ELSE 0 END AS e FROM t",
          "SELECT k, COUNT(*) FROM t GROUP BY k HAVING EXISTS (%s)",
          "SELECT k, COUNT(CASE WHEN EXISTS (%s) THEN 1 END) FROM t GROUP BY k",
          "SELECT t.k FROM t JOIN u AS o ON t.k = o.k AND EXISTS (%s)",
          "SELECT k FROM t WHERE k IN (%s)",
          "SELECT k FROM t WHERE k NOT IN (%s)",
          "SELECT k FROM t WHERE k IN (SELECT k FROM u AS t WHERE k IN (%s))",
          "SELECT k, k IN (%s) AS e FROM t",
          "SELECT k, COUNT(*) FROM t GROUP BY k HAVING k IN (%s)",
          "SELECT t.k FROM t JOIN u AS o ON t.k = o.k AND t.k IN (%s)",
          "SELECT k FROM t WHERE k = ANY (%s)",
          "SELECT k FROM t WHERE k = SOME (%s)",
          "SELECT t.k FROM t, LATERAL (%s) AS x",
          "SELECT t.k FROM t LEFT JOIN LATERAL (%s) AS x ON TRUE");

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE u (k STRING, v INT, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '9' SECOND) WITH ('connector' = 'datagen')",
              "CREATE TABLE keys (k STRING, PRIMARY KEY (k) NOT ENFORCED)"
                  + " WITH ('connector' = 'blackhole')");

  private static int views;

  static Stream<String> places() {
    return Stream.concat(PLACES.stream(), PLACES_IN_A_QUERY.stream());
  }

  @ParameterizedTest
  @MethodSource("places")
  void inAQuery(String place) {
    for (String query : QUERIES) {
      assertNoneVanishes(place, query);
    }
  }

  @ParameterizedTest
  @FieldSource("PLACES_IN_A_QUERY")
  void inACorrelatedQuery(String place) {
    for (String query : CORRELATED) {
      assertNoneVanishes(place, query);
    }
  }

  @Test
  void inAQueryThatNobodyReads() {
    String hinted = "SELECT /*+ TRILINK('watermark'='key') */ k FROM u";
    String unused =
        "SQL parse failed. TRILINK hint: the query '%s' in WITH is not used, so its hint has no"
            + " effect. Remove the query or the hint.";

    assertThat(planner.error("WITH w AS (" + hinted + ") SELECT k AS w FROM t"))
        .isEqualTo(unused.formatted("w"));
    assertThat(planner.error("WITH w AS (" + hinted + "), x AS (SELECT k FROM w) SELECT k FROM t"))
        .isEqualTo(unused.formatted("w"));
    assertThat(planner.error("WITH u AS (" + hinted + ") SELECT k FROM t"))
        .isEqualTo(unused.formatted("u"));
    assertThat(
            planner.error(
                "WITH w AS ("
                    + hinted
                    + ") SELECT k FROM (WITH w AS (SELECT k FROM t) SELECT k FROM w)"))
        .isEqualTo(unused.formatted("w"));
    assertThat(
            planner.error(
                "WITH ts AS ("
                    + hinted
                    + ") SELECT k FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
                    + " GROUP BY k, window_start, window_end"))
        .isEqualTo(unused.formatted("ts"));
    assertThat(planner.plan("WITH w AS (" + hinted + "), x AS (SELECT k FROM w) SELECT k FROM x"))
        .contains("has no effect");
  }

  /** The query in WITH has the name of a column, or of an argument, of the statement. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a FROM t CROSS JOIN UNNEST(w) AS x (a)",
        "SELECT a FROM t, LATERAL TABLE(split(w)) AS x (a)",
        "SELECT k FROM (SELECT k FROM t ORDER BY w)",
        "SELECT o.k FROM t AS o JOIN u FOR SYSTEM_TIME AS OF w AS p ON o.k = p.k",
        "SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY w ORDER BY ts MEASURES A.v AS v"
            + " PATTERN (A) DEFINE A AS A.v > 0)",
        "SELECT k FROM (VALUES (w)) AS x (k)",
      })
  void inAQueryThatIsNamedLikeAColumn(String statement) {
    assertThat(
            planner.error(
                "WITH w AS (SELECT /*+ TRILINK('watermark'='key') */ k FROM u) " + statement))
        .contains("the query 'w' in WITH is not used, so its hint has no effect");
  }

  /** Nothing of it is taken for a query that nobody reads. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT k FROM w",
        "SELECT k FROM (SELECT k FROM w) AS x",
        "SELECT k FROM w AS x (k)",
        "(SELECT k FROM t) UNION ALL (SELECT k FROM w)",
        "SELECT k FROM t WHERE k IN (SELECT k FROM w)",
        "SELECT t.k FROM t, LATERAL (SELECT k FROM w) AS x",
        "SELECT t.k FROM t CROSS JOIN UNNEST(ARRAY(SELECT k FROM w)) AS x (a)",
        "SELECT k FROM (SELECT k FROM w ORDER BY k)",
        "SELECT k FROM w ORDER BY k",
        "SELECT k FROM w TABLESAMPLE BERNOULLI (10)",
        "SELECT t.k FROM t JOIN w FOR SYSTEM_TIME AS OF t.ts AS x ON t.k = x.k",
        "SELECT * FROM w MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.v AS v"
            + " PATTERN (A) DEFINE A AS A.v > 0)",
        "SELECT k FROM TABLE(TUMBLE(TABLE w, DESCRIPTOR(ts), INTERVAL '1' MINUTE))",
        "SELECT k FROM TABLE(TUMBLE((SELECT * FROM w), DESCRIPTOR(ts), INTERVAL '1' MINUTE))",
      })
  void inAQueryThatIsRead(String statement) {
    String plannedOrOtherwiseRefused;
    try {
      plannedOrOtherwiseRefused =
          planner.plan(
              "WITH w AS (SELECT /*+ TRILINK('watermark'='key') */ k, v, ts FROM u) " + statement);
    } catch (RuntimeException e) { // of Flink, which knows not all of these
      plannedOrOtherwiseRefused = ExceptionUtils.stringifyException(e);
    }
    assertThat(plannedOrOtherwiseRefused).doesNotContain("is not used");
  }

  @Test
  void aConflictIsAnErrorIfAnyOfTheHintsIsStrict() {
    assertThat(
            planner.error(
                "SELECT k FROM t WHERE k IN (SELECT k FROM u"
                    + " /*+ TRILINK('partition'='least-key', 'strict'='true') */)"))
        .isEqualTo(
            "TRILINK hint: partition=least-key refused: the tables below it have different TRILINK"
                + " hints; put one hint on SELECT instead. It is an error because 'strict' is"
                + " 'true'.");
  }

  /** The catalog has the text that the user wrote. */
  @Test
  void aViewWithAHintInExistsIsKeptAsWritten() throws Exception {
    planner.execute(
        "CREATE VIEW kept AS SELECT k FROM t WHERE EXISTS (SELECT"
            + " /*+ TRILINK('partition'='least-key') */ 1 FROM (SELECT k, COUNT(*) AS c FROM u"
            + " GROUP BY k) AS y WHERE y.k = t.k AND c > 2)");
    TableEnvironment tables = planner.tables();
    CatalogView view =
        (CatalogView)
            tables
                .getCatalog(tables.getCurrentCatalog())
                .get()
                .getTable(new ObjectPath(tables.getCurrentDatabase(), "kept"));

    assertThat(view.getExpandedQuery()).contains("least-key").doesNotContainIgnoringCase("FETCH");
    assertThat(TestPlanner.keyPlacements(planner.plan("SELECT * FROM kept"))).hasSize(1);
  }

  @ParameterizedTest
  @FieldSource("PLACES_IN_A_QUERY")
  void inAView(String place) {
    String query = QUERIES.get(0);
    String view = "hinted" + views++;
    planner.execute(
        "CREATE TEMPORARY VIEW " + view + " AS " + query.formatted(partition(ON_SELECT), ""));
    String sql = place.formatted("SELECT * FROM " + view + " AS y");

    assertThat(vanished(sql, place.formatted(query.formatted("", "")), "partition=" + ON_SELECT))
        .as(sql)
        .isEmpty();
  }

  private static void assertNoneVanishes(String place, String query) {
    assertNoneVanishes(place, query, "", partition(ON_TABLE), "partition=" + ON_TABLE);
    assertNoneVanishes(
        place,
        query,
        partition(ON_SELECT),
        TestPlanner.HINT,
        "partition=" + ON_SELECT,
        "watermark=key");
  }

  private static void assertNoneVanishes(
      String place, String query, String onSelect, String onTable, String... asked) {
    String sql = place.formatted(query.formatted(onSelect, onTable));

    assertThat(vanished(sql, place.formatted(query.formatted("", "")), asked)).as(sql).isEmpty();
  }

  /**
   * The requested options that the plan does not name. There are none in case of an error: it is
   * either about the hint, or the same without hints.
   */
  private static List<String> vanished(String sql, String withoutHints, String... asked) {
    String plan;
    try {
      plan = planner.plan(sql);
    } catch (RuntimeException | AssertionError error) {
      if (!String.valueOf(error.getMessage()).contains("TRILINK hint: ")) {
        assertThatThrownBy(() -> planner.plan(withoutHints)).hasSameClassAs(error);
      }
      return List.of();
    }
    List<String> vanished = new ArrayList<>(List.of(asked));
    vanished.removeIf(plan::contains);
    return vanished;
  }

  private static String partition(String strategy) {
    return "/*+ TRILINK('partition'='%s') */".formatted(strategy);
  }
}
