/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.TrilinkHome;

/** The real SQL Client with the Trilink planner, as a user starts it. */
class SqlClientIT {

  private static final String TABLE =
      "CREATE TEMPORARY TABLE t (k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5'"
          + " SECOND) WITH ('connector' = 'datagen');\n";

  @TempDir Path folder;

  @Test
  void namesAMistypedOptionAndWhatIsAllowed() throws Exception {
    assertThat(run(TABLE + select("/*+ TRILINK('watermrk'='key') */")).out())
        .contains(
            "TRILINK hint: unknown option 'watermrk', did you mean 'watermark'? Options: watermark,"
                + " watermark.keys-per-group,");
  }

  @Test
  void namesAMistypedValueAndWhatIsAllowed() throws Exception {
    assertThat(run(TABLE + select("/*+ TRILINK('watermark'='kye') */")).out())
        .contains(
            "TRILINK hint: option 'watermark' has no value 'kye'. Allowed: 'subtask', 'key', 'auto'.");
  }

  @Test
  void endsWithOneWhereAStatementFails() throws Exception {
    String table = TABLE + "SHOW TABLES;\n";

    assertThat(run(table).code()).isZero();
    Cli.Result failed = run(TABLE + "SELECT nothing FROM t;\nSHOW TABLES;\n");
    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.out())
        .contains("[ERROR] ", "Column 'nothing' not found")
        .doesNotContain("SHOW");
    Path init = Files.writeString(folder.resolve("init.sql"), "SELECT nothing FROM nowhere;\n");
    Cli.Result unprepared = run(table, "-i", init.toString());
    assertThat(unprepared.code()).isEqualTo(1);
    assertThat(unprepared.out()).contains("Failed to initialize").doesNotContain("SHOW");
  }

  @Test
  void takesSessionDefaultsFromSetUntilReset() throws Exception {
    Cli.Result result =
        run(
            TABLE
                + "SET 'table.optimizer.trilink.watermark' = 'key';\nEXPLAIN "
                + select("")
                + "RESET 'table.optimizer.trilink.watermark';\nEXPLAIN "
                + select(""));

    String[] plans = result.out().split("RESET 'table", 2);
    assertThat(plans[0]).contains("KeyWatermarkWindowAggregate", "watermark=key (session)");
    assertThat(plans[1]).contains("GlobalWindowAggregate").doesNotContain("KeyWatermark");
  }

  @Test
  void goesOnAfterAddJar() throws Exception {
    Path lib = TrilinkHome.current().jars();
    Path jar;
    try (Stream<Path> jars = Files.list(lib)) {
      jar =
          jars.filter(path -> path.getFileName().toString().startsWith("flink-csv"))
              .findAny()
              .get();
    }

    assertThat(
            run(TABLE
                    + "ADD JAR '"
                    + jar.toRealPath()
                    + "';\nEXPLAIN "
                    + select("/*+ TRILINK('watermark'='key') */"))
                .out())
        .contains("KeyWatermarkWindowAggregate", "watermark=key (query hint)");
  }

  /** In this process, which needs no cluster. */
  private static final String LOCALLY =
      "SET 'execution.target' = 'local';\n"
          + "SET 'table.dml-sync' = 'true';\n"
          + "SET 'sql-client.execution.result-mode' = 'tableau';\n"
          + "CREATE TEMPORARY TABLE three (k STRING) WITH ('connector' = 'datagen',"
          + " 'number-of-rows' = '3', 'fields.k.length' = '1');\n"
          + "CREATE TEMPORARY TABLE s (k STRING, c BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH"
          + " ('connector' = 'blackhole');\n";

  private static final String REFUSED =
      "SELECT /*+ TRILINK('partition'='modulo') */ k, COUNT(*) AS c FROM three GROUP BY k;\n";

  @Test
  void showsWhatWasRefusedOnceAStatementBeforeItsResult() throws Exception {
    String out =
        run(LOCALLY
                + ("EXPLAIN " + REFUSED)
                + ("INSERT INTO s " + REFUSED)
                + "BEGIN STATEMENT SET;\n"
                + ("INSERT INTO s " + REFUSED)
                + ("INSERT INTO s " + REFUSED)
                + "END;\n"
                + REFUSED)
            .out();

    String warning = "[WARNING] TRILINK hint: partition=modulo refused: ";
    String withoutColors = out.replaceAll("\u001b\\[[;\\d]*m", "");
    String[] statements = withoutColors.split("Flink SQL> ", -1);
    assertThat(statements)
        .filteredOn(statement -> statement.contains(warning))
        .hasSize(3)
        .allMatch(statement -> statement.split(Pattern.quote(warning), -1).length == 2)
        .satisfiesExactly(
            insert -> assertThat(insert).startsWith("INSERT INTO s"),
            set -> assertThat(set).startsWith("END"),
            select ->
                assertThat(select)
                    .containsSubsequence(warning, "EXPLAIN shows the plan.", "| op |", "| +I |"));
    assertThat(statements)
        .anyMatch(
            statement ->
                statement.startsWith("EXPLAIN")
                    && statement.contains("HintReport(trilink=[partition=modulo refused: "));
  }

  private static String select(String hint) {
    return "SELECT "
        + hint
        + " k, window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10'"
        + " SECOND)) GROUP BY k, window_start, window_end;\n";
  }

  private Cli.Result run(String sql, String... options) throws Exception {
    Path script = Files.writeString(folder.resolve("script.sql"), sql);
    return new Cli(Cli.script(), folder)
        .run(
            Stream.concat(Stream.of("sql-client", "-f", script.toString()), Stream.of(options))
                .toArray(String[]::new));
  }
}
