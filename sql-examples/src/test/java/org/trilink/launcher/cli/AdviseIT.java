/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.demo.DemoOfScript;
import org.trilink.launcher.demo.Topics;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.ClusterControl;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.SqlScript;

/** Advice on the workloads' scripts, on topics that were filled by {@code bin/trilink fill}. */
class AdviseIT {

  private static final String ROWS = "300000";

  private static final GeneratorOptions OTHER_ROWS =
      new GeneratorOptions(200_000, 300, 0.5, Duration.ofMinutes(3), 0, 2);

  private static final Set<String> FILLED = new HashSet<>();

  @TempDir private static Path folder;
  private static Cli cli;
  private static String url;
  private static String broker;

  @BeforeAll
  static void start() throws Exception {
    cli = new Cli(Cli.script(), folder);
    String started =
        cli.success(
            "cluster",
            "start",
            "--work-dir=" + workFolder(),
            "--taskmanagers=1",
            "--kafka-port=0",
            "--redis-port=0",
            "-D",
            "taskmanager.memory.process.size=1200m");
    url = find("web UI: (http://127.0.0.1:\\d+)", started);
    broker = find("broker: (\\S+)", started);
  }

  private static String find(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  /** The script of a workload, whose topic is filled before its first use. */
  private static Path filled(String workload) {
    if (FILLED.add(workload)) {
      Cli.successHere(
          Stream.concat(
                  Stream.of("fill", workload, "--rows=" + ROWS, "--work-dir=" + workFolder()),
                  workload.equals("low-voltage") ? Stream.of("--keys=400") : Stream.of())
              .toArray(String[]::new));
    }
    return Cli.script()
        .getParent()
        .resolveSibling("sql-examples")
        .resolve(workload)
        .resolve(workload + ".sql");
  }

  @AfterAll
  static void stop() throws Exception {
    cli.success("cluster", "stop", "--work-dir=" + workFolder());
  }

  private static Path workFolder() {
    return folder.resolve("cluster");
  }

  /** The advice on each statement. */
  private static JsonNode advise(Path script, String... options) throws Exception {
    String out =
        Cli.successHere(
            Stream.concat(
                    Stream.of("advise", script.toString(), "--json", "--work-dir=" + workFolder()),
                    Stream.of(options))
                .toArray(String[]::new));
    return new ObjectMapper().readTree(out);
  }

  private static JsonNode operator(JsonNode advice) {
    return advice.path(0).path("operators").path(0);
  }

  @Test
  void lowVoltageWithoutKeysNeedsAWatermarkForEachKey() throws Exception {
    Path unkeyed =
        Files.writeString(
            folder.resolve("unkeyed.sql"),
            SqlScript.read(filled("low-voltage")).withoutRecordKeys().text());
    JsonNode advice = advise(unkeyed, "--records=" + ROWS, "--parallelism=2");

    assertThat(advice).hasSize(2);
    assertThat(advice.path(1).path("operators")).as("those of the view, again").isEmpty();
    JsonNode operator = operator(advice);
    assertThat(operator.path("hint").asText()).contains("'watermark'='key'");
    JsonNode late = operator.path("facts").path("late");
    assertThat(late.path("bySubtask").path("share").asDouble()).isPositive();
    assertThat(late.path("byKey").path("records").asLong()).isZero();
    assertThat(operator.path("further").toString())
        .contains("'key.format' = 'raw', 'key.fields' = 'sensor_id'", "'exchange'='ahead-keyby'")
        .contains("no sooner than with Flink's watermark, as table voltage_readings has no 'key.");
  }

  /**
   * A statement and a job of it, on the same topic without record keys, under Flink's watermark.
   */
  @Test
  @Tag("nightly")
  void aRunningJobIsAdvisedTheSame() throws Exception {
    Path stock =
        Files.writeString(
            folder.resolve("stock.sql"),
            SqlScript.read(filled("low-voltage"))
                .withoutRecordKeys()
                .withoutTrilinkHints()
                .text()
                .replace("127.0.0.1:9092", broker));
    JsonNode operator = operator(advise(stock, "--records=" + ROWS));
    String job = submit(stock);

    String running =
        Await.until(
                "the job to drop late records",
                Duration.ofMinutes(2),
                () -> Cli.runHere("advise", "--job=" + job, "--url=" + url),
                shown -> shown.out().contains("'watermark'='key'"))
            .out();

    assertThat(operator.path("hint").asText()).contains("'watermark'='key'");
    for (String advice : List.of(operator.path("further").toString(), running)) {
      assertThat(advice).contains("'key.format'", "'key.fields'");
    }
    assertThat(running).containsSubsequence("'key.fields'", "'watermark.delay'");
  }

  /** No key of the topic is in several partitions, so that nothing is late any more. */
  @Test
  @Tag("nightly")
  void aJobAsItWasAdvisedHasNothingToChange() throws Exception {
    Path applied = folder.resolve("key-watermarks.sql");
    Path unkeyed =
        Files.writeString(
            folder.resolve("to-be-advised.sql"),
            SqlScript.read(filled("low-voltage"))
                .withoutRecordKeys()
                .withoutTrilinkHints()
                .text()
                .replace("127.0.0.1:9092", broker));
    Cli.successHere(
        "advise",
        unkeyed.toString(),
        "--records=" + ROWS,
        "--apply=" + applied,
        "--work-dir=" + workFolder());
    assertThat(applied).content().contains("TRILINK('watermark'='key'");
    String job = submit(applied);

    String running =
        Await.until(
                "the job to have read the topic",
                Duration.ofMinutes(2),
                () -> Cli.runHere("advise", "--job=" + job, "--url=" + url),
                shown -> shown.out().contains("400 active"))
            .out();

    assertThat(running)
        .contains("  late          none by their key's watermark; by the subtask's, as in stock")
        .doesNotContain("'key.fields'", "'watermark.delay'", "'watermark'='key'");
  }

  private static String submit(Path script) throws Exception {
    return find(
        "Job ID: ([0-9a-f]{32})",
        cli.success(
            "sql-client",
            "-D",
            "rest.address=127.0.0.1",
            "-D",
            "rest.port=" + url.substring(url.lastIndexOf(':') + 1),
            "-f",
            script.toString()));
  }

  private static double rowsPerRecord(JsonNode operator) {
    return operator.path("facts").path("localMerge").path(0).path("rowsPerRecord").asDouble();
  }

  @Test
  @Tag("nightly")
  void declaredRecordKeysNeedNoExchange() throws Exception {
    JsonNode operator =
        operator(advise(filled("low-voltage"), "--records=" + ROWS, "--parallelism=2"));

    assertThat(operator.path("hint").asText())
        .contains(
            "'watermark'='key'",
            "'exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key'");
    // a reading a second, in windows of a minute
    assertThat(rowsPerRecord(operator)).isCloseTo(1 / 60.0, within(0.004));
  }

  @Test
  @Tag("nightly")
  void bridgesAreLateByTheirGateways() throws Exception {
    JsonNode operator = operator(advise(filled("bridge"), "--records=" + ROWS));

    assertThat(operator.path("hint").asText())
        .contains("'watermark'='key'", "'exchange'='ahead-keyby'");
    // a hundred readings in the two seconds by which windows move on, but for those that are late
    // with Flink's watermark
    assertThat(rowsPerRecord(operator)).isBetween(0.01, 0.5);
  }

  /** The key is looked up in Redis, so it is known only behind the plan below the exchange. */
  @Test
  @Tag("nightly")
  void campaignsAreLookedUp() throws Exception {
    JsonNode advice = advise(filled("ysb"), "--records=" + ROWS);

    JsonNode operator = operator(advice);
    assertThat(operator.path("facts").path("keys").path("keys").asInt()).isEqualTo(100);
    assertThat(operator.path("hint").asText()).contains("'watermark'='key'");
    assertThat(operator.path("facts").path("late").path("byKey").path("records").asLong()).isZero();
    assertThat(operator.path("declined").toString()).contains("ahead-keyby");
  }

  @Test
  @Tag("nightly")
  void ridesThatDoNotEndNeedAMaxSkew() throws Exception {
    JsonNode operator = operator(advise(filled("long-ride"), "--records=" + ROWS));

    assertThat(operator.path("hint").asText())
        .contains("'watermark'='key'", "'watermark.max-skew'='");
  }

  @Test
  void printsATableAndThePlans() throws Exception {
    String out =
        cli.success(
            "advise", filled("low-voltage").toString(), "--explain", "--work-dir=" + workFolder());

    assertThat(out)
        .contains("WindowAggregate by [sensor_id], TUMBLE of 1 min, of table voltage_readings")
        .contains("  hint          /*+ TRILINK('watermark'='key'")
        .contains("Its keyed operators are those of an earlier statement")
        .contains("without a hint:")
        .contains("AheadKeyBy(");
  }

  /** The cluster's broker is not at the address that the script names. */
  @Test
  void theSqlClientRunsAScriptOnTheBrokerThatWasFilled() throws Exception {
    String broker = ClusterControl.findRunning(workFolder()).orElseThrow().servers().broker();

    Cli.Result client =
        cli.run("sql-client", "-f", filled("bridge").toString(), "--work-dir=" + workFolder());

    assertThat(client.code()).as(client.out()).isZero();
    assertThat(client.err())
        .contains("broker " + broker + " in place of " + SqlScript.DEFAULT_BROKER);
    assertThat(
            Cli.runHere("advise", filled("bridge").toString(), "--work-dir=" + workFolder()).err())
        .contains("broker " + broker + " in place of " + SqlScript.DEFAULT_BROKER);
    try (Topics topics = new Topics(broker, 2)) {
      Await.until(
          "alerts of the job",
          Duration.ofMinutes(1),
          () -> topics.ends("bridge_alerts").values().stream().anyMatch(end -> end > 0));
    }
  }

  /** With other rows than those that were sampled. */
  @Test
  void writesTheScriptWithTheHintsWhoseDemoEqualsTheOracle() throws Exception {
    Path applied = folder.resolve("applied.sql");
    Cli.successHere(
        "advise",
        filled("low-voltage").toString(),
        "--records=" + ROWS,
        "--apply=" + applied,
        "--work-dir=" + workFolder());

    assertThat(applied)
        .content()
        .contains(
            "CREATE TEMPORARY VIEW voltage_by_minute AS\n"
                + "SELECT /*+ TRILINK('watermark'='key', 'exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key') */")
        .contains("'properties.bootstrap.servers' = '127.0.0.1:9092'")
        .containsOnlyOnce("TRILINK(");
    DemoOfScript demo =
        new DemoOfScript(
            Workloads.byName("low-voltage"), Files.readString(applied), folder.resolve("home"));
    assertThat(demo.run(Engine.TRILINK, OTHER_ROWS)).as(demo.output()).isTrue();
  }

  @Test
  void namesTheStatementThatIsWrong() throws Exception {
    String kafka =
        "CREATE TEMPORARY TABLE r (k INT) WITH ('connector' = 'kafka', 'topic' = 'nowhere',"
            + " 'properties.bootstrap.servers' = '127.0.0.1:9092',"
            + " 'scan.startup.mode' = 'earliest-offset', 'format' = 'json');\n";

    assertThat(failure(kafka + "SELECT k, COUNT(*) FROM r GROUP BY k;"))
        .contains(
            "statement 2, SELECT k, COUNT(*) FROM r GROUP BY k;: Topic 'nowhere' of table r does"
                + " not exist at 127.0.0.1:");
    assertThat(failure(kafka + "SELECT missing FROM r;"))
        .contains("statement 2, SELECT missing FROM r;: ", "missing");
    assertThat(failure("SET parallelism = 2;\n" + kafka))
        .contains("statement 1, SET parallelism = 2;: SET is written SET 'key' = 'value';");
    assertThat(failure(kafka)).contains("has no INSERT and no SELECT");
  }

  private static String failure(String script) throws Exception {
    Path file = Files.writeString(folder.resolve("wrong.sql"), script);
    Cli.Result result = Cli.runHere("advise", file.toString(), "--work-dir=" + workFolder());
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    return result.err();
  }
}
