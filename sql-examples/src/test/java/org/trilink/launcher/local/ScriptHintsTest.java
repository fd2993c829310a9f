/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.trilink.launcher.local.ScriptHints.Wanted;

class ScriptHintsTest {

  private static final String TABLES =
      """
      CREATE TEMPORARY TABLE r (k BIGINT, v STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH (
        'connector' = 'datagen');
      CREATE TEMPORARY TABLE s (k BIGINT, n BIGINT) WITH ('connector' = 'blackhole');
      """;

  private static final Map<String, String> BY_KEY = Map.of("watermark", "key");
  private static final Map<String, String> LEAST_KEY = Map.of("partition", "least-key");
  private static final Map<String, String> MODULO = Map.of("partition", "modulo");

  private static String applied(String statements, Wanted... wanted) {
    String script = TABLES + statements;
    String applied =
        ScriptHints.apply(
                new SqlScript(script), UnaryOperator.identity(), Map.of(), List.of(wanted))
            .text();
    assertThat(applied).startsWith(TABLES);
    return applied.substring(TABLES.length());
  }

  private static Wanted wanted(int query, Map<String, String> options) {
    String sql =
        options.entrySet().stream()
            .map(option -> "'%s'='%s'".formatted(option.getKey(), option.getValue()))
            .collect(Collectors.joining(", ", "/*+ TRILINK(", ") */"));
    return new Wanted(query, "the operator", options, sql);
  }

  private static Map<String, String> options(String... texts) {
    Map<String, String> options = new LinkedHashMap<>();
    Arrays.stream(texts).map(text -> text.split("=")).forEach(o -> options.put(o[0], o[1]));
    return options;
  }

  @Test
  void aHintStandsBehindTheSelect() {
    assertThat(
            applied(
                "INSERT INTO s\nselect k, COUNT(*) FROM r WHERE v <> 'SELECT' GROUP BY k;\n",
                wanted(0, MODULO)))
        .isEqualTo(
            "INSERT INTO s\nselect /*+ TRILINK('partition'='modulo') */ k, COUNT(*) FROM r WHERE v"
                + " <> 'SELECT' GROUP BY k;\n");
  }

  @Test
  void itTakesThePlaceOfTheScriptsOwn() {
    assertThat(
            applied(
                """
                -- SELECT of all
                SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) FROM r
                GROUP BY k, TUMBLE(ts, INTERVAL '1' MINUTE);
                """,
                wanted(0, options("watermark=key", "exchange=local-merge"))))
        .contains(
            "-- SELECT of all\nSELECT /*+ TRILINK('watermark'='key', 'exchange'='local-merge') */")
        .containsOnlyOnce("TRILINK");
  }

  @Test
  void anOperatorOfAViewHasItThere() {
    assertThat(
            applied(
                """
                CREATE TEMPORARY VIEW other AS SELECT k FROM r;
                CREATE TEMPORARY VIEW counts AS
                SELECT k, COUNT(*) AS n FROM r GROUP BY k, TUMBLE(ts, INTERVAL '1' MINUTE);
                SELECT * FROM other;
                INSERT INTO s SELECT * FROM counts;
                """,
                wanted(1, BY_KEY)))
        .contains(
            "counts AS\nSELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*)",
            "other AS SELECT k FROM r;",
            "INSERT INTO s SELECT * FROM counts;");
  }

  @Test
  void eachOperatorHasItsOwn() {
    assertThat(
            applied(
                """
                INSERT INTO s
                SELECT k, SUM(n) FROM (
                  SELECT k, v, COUNT(*) AS n FROM (SELECT k, v, ts FROM r WHERE k > 1)
                  GROUP BY k, v, TUMBLE(ts, INTERVAL '1' MINUTE))
                GROUP BY k;
                """,
                wanted(0, BY_KEY),
                wanted(0, LEAST_KEY)))
        .contains(
            "SELECT /*+ TRILINK('partition'='least-key') */ k, SUM(n)",
            "SELECT /*+ TRILINK('watermark'='key') */ k, v, COUNT(*)",
            "(SELECT k, v, ts");
  }

  @Test
  void whatHasNoEffectIsNotApplied() {
    assertThatThrownBy(() -> applied("SELECT v, COUNT(*) FROM r GROUP BY v;", wanted(0, MODULO)))
        .isInstanceOf(CommandFailure.class)
        .hasMessage(
            "no SELECT of the script has an effect on the operator with /*+"
                + " TRILINK('partition'='modulo') */; set table.optimizer.trilink.partition"
                + " instead");
  }
}
