/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.local.Await;

/** End-to-end test of the demo: real broker, real cluster, the real SQL Client. */
class LowVoltageDemoIT {

  /** Watermarks are emitted five times a second: the input must last longer than that. */
  private static final String ROWS = "300000";

  private static final Pattern SUMMARY =
      Pattern.compile(
          "(?<engine>\\w+): (?<readings>[\\d,]+) readings in [\\d.]+ s \\([\\d,]+/s\\)"
              + "(, (?<unreadable>\\d+) unreadable)?"
              + ", windows (?<windows>[\\d,]+) of (?<allWindows>[\\d,]+)[^,]*"
              + ", alerts (?<alerts>[\\d,]+) of (?<allAlerts>[\\d,]+)[^,]*"
              + ", readings lost (?<lost>[\\d,]+) of [\\d,]+"
              + "(, balance degree of KeyWatermarkWindowAggregate by (?<partition>[\\w-]+)"
              + " (?<balance>[\\d.]+))?; \\d+ s in all");

  @TempDir private Path temp;
  private Path folder;
  private Path workFolders;
  private Cli cli;

  /** Runs the demo through a symbolic link, from another folder, with a space in every path. */
  @BeforeEach
  void goElsewhere() throws IOException {
    folder = Files.createDirectories(temp.resolve("some where"));
    workFolders = Files.createDirectories(temp.resolve("work folders"));
    cli = new Cli(Files.createSymbolicLink(folder.resolve("trilink"), Cli.script()), folder);
  }

  private static long number(Matcher summary, String group) {
    return Long.parseLong(summary.group(group).replace(",", ""));
  }

  @Test
  void stockFlinkLosesReadingsOfAFileAndTheSummarySaysSo() throws Exception {
    Path input = generate("--rows", ROWS, "--keys", "40", "--skew", "3min", "--seed", "7");
    Files.writeString(
        input, "no JSON\n\n{\"sensor_id\": 1, \"voltage\": 219.4}\n", StandardOpenOption.APPEND);
    Path output = folder.resolve("alerts.jsonl");

    Cli.Result result =
        cli.run(
            "demo",
            "low-voltage",
            "--engine=flink",
            "--input=" + input,
            "--output=" + output,
            "--work-dir=" + workFolders);

    assertThat(result.code()).as(result.err()).isZero();
    Matcher summary = SUMMARY.matcher(result.out());
    assertThat(summary.find()).as(result.out()).isTrue();
    assertThat(summary.group("engine")).isEqualTo("flink");
    assertThat(number(summary, "readings")).isEqualTo(300_002);
    assertThat(number(summary, "unreadable")).isEqualTo(2);
    assertThat(number(summary, "windows")).isPositive().isLessThan(number(summary, "allWindows"));
    assertThat(number(summary, "alerts")).isLessThanOrEqualTo(number(summary, "allAlerts"));
    assertThat(number(summary, "lost")).isPositive();
    assertThat(result.err()).contains("readings in 300,002 of 300,002 (100 %)");
    assertAlerts(Files.readAllLines(output));
    assertThat(workFolders).isEmptyDirectory();
  }

  @Test
  void trilinkFindsExactlyTheOraclesAlerts() throws Exception {
    Path input = generate("--rows", ROWS, "--keys", "40", "--skew", "3min", "--seed", "7");

    assertSameAlerts(trilinkAlerts(input), expectedAlerts(Files.readAllLines(input)));
  }

  @Test
  @Tag("nightly")
  void itDoesSoKeyAfterKeyAndWithPlacedKeys() throws Exception {
    Path asGenerated = generate("--rows", ROWS, "--keys", "40", "--skew", "3min", "--seed", "7");
    List<String> lines = Files.readAllLines(asGenerated);
    Map<Long, List<String>> linesByKey = new LinkedHashMap<>();
    for (String line : lines) {
      linesByKey.computeIfAbsent(sensorId(line), key -> new ArrayList<>()).add(line);
    }
    Path keyAfterKey =
        Files.write(
            folder.resolve("key after key.jsonl"),
            linesByKey.values().stream().flatMap(List::stream).toList());

    assertSameAlerts(
        trilinkAlerts(keyAfterKey, "--partition=least-key", "--parallelism=4"),
        expectedAlerts(lines));

    Matcher summary = SUMMARY.matcher(Files.readString(cli.out()));
    assertThat(summary.find()).isTrue();
    assertThat(summary.group("partition")).isEqualTo("least-key");
    // ten sensors each, with about as many readings
    assertThat(Double.parseDouble(summary.group("balance"))).isBetween(0.9, 1.0);
  }

  private List<JsonNode> trilinkAlerts(Path input, String... options) throws Exception {
    List<JsonNode> alerts = alerts(input, options);
    assertThat(Files.readString(cli.err())) // from the job's metrics by REST
        .containsPattern(
            "readings late by their own key's watermark 0, by the subtask's [1-9][\\d,]*;"
                + " 40 keys active");
    return alerts;
  }

  private List<JsonNode> alerts(Path input, String... options) throws Exception {
    Path output = folder.resolve("alerts.jsonl");
    Cli.Result result =
        cli.run(
            Stream.concat(
                    Stream.of(
                        "demo",
                        "low-voltage",
                        "--input=" + input,
                        "--output=" + output,
                        "--work-dir=" + workFolders),
                    Stream.of(options))
                .toArray(String[]::new));

    assertThat(result.code()).as(result.err()).isZero();
    Matcher summary = SUMMARY.matcher(result.out());
    assertThat(summary.find()).as(result.out()).isTrue();
    assertThat(summary.group("engine")).isEqualTo("trilink");
    assertThat(number(summary, "windows")).isEqualTo(number(summary, "allWindows"));
    assertThat(number(summary, "lost")).isZero();
    assertThat(workFolders).isEmptyDirectory();
    return parse(Files.readAllLines(output));
  }

  private static List<JsonNode> expectedAlerts(List<String> lines) throws IOException {
    Oracle<?> oracle = Workloads.byName("low-voltage").mainQuery().newOracle();
    lines.forEach(line -> oracle.accept(line.getBytes(UTF_8)));
    List<String> expected = new ArrayList<>();
    oracle.expectedRows().forEachRemaining(row -> expected.add(new String(row, UTF_8)));
    return parse(expected);
  }

  private static List<JsonNode> parse(List<String> lines) throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    for (String line : lines) {
      rows.add(new ObjectMapper().readTree(line));
    }
    rows.sort(
        Comparator.<JsonNode>comparingLong(row -> row.path("sensor_id").asLong())
            .thenComparingLong(row -> row.path("window_start").asLong()));
    return rows;
  }

  private static void assertSameAlerts(List<JsonNode> actual, List<JsonNode> expected) {
    assertThat(actual).hasSameSizeAs(expected).isNotEmpty();
    for (int i = 0; i < expected.size(); i++) {
      ObjectNode row = actual.get(i).deepCopy();
      ObjectNode expectedRow = expected.get(i).deepCopy();
      assertThat(row.remove("avg_voltage").asDouble())
          .isCloseTo(expectedRow.remove("avg_voltage").asDouble(), within(1e-6));
      assertThat(row).isEqualTo(expectedRow);
    }
  }

  private static long sensorId(String line) {
    return Long.parseLong(line.replaceFirst(".*\"sensor_id\": ?(\\d+).*", "$1"));
  }

  private Path generate(String... options) throws Exception {
    Cli.Result generated =
        cli.run(
            Stream.concat(Stream.of("generate", "low-voltage"), Stream.of(options))
                .toArray(String[]::new));
    assertThat(generated.code()).as(generated.err()).isZero();
    return Files.writeString(folder.resolve("in put.jsonl"), generated.out());
  }

  private static void assertAlerts(List<String> lines) throws IOException {
    assertThat(lines).isNotEmpty();
    for (String line : lines) {
      JsonNode alert = new ObjectMapper().readTree(line);
      assertThat(alert.path("low_readings").asLong() * 2)
          .isGreaterThanOrEqualTo(alert.path("readings").asLong());
      assertThat(alert.path("window_end").asLong() - alert.path("window_start").asLong())
          .isEqualTo(60_000);
    }
  }

  @Test
  void nothingIsLeftOfAKilledDemo() throws Exception {
    Process demo = cli.start("demo", "low-voltage", "--engine=flink", "--work-dir=" + workFolders);
    List<ProcessHandle> children;
    try {
      Await.until(
          "broker, JobManager and TaskManager",
          java.time.Duration.ofMinutes(1),
          () -> demo.toHandle().children().count() == 3);
      children = demo.toHandle().children().toList();
    } finally {
      demo.destroyForcibly();
    }

    for (ProcessHandle child : children) {
      child.onExit().get(20, TimeUnit.SECONDS);
    }
    assertThat(workFolders).isNotEmptyDirectory();
    assertThat(
            cli.run(
                    "demo",
                    "low-voltage",
                    "--engine=flink",
                    "--explain",
                    "--work-dir=" + workFolders)
                .out())
        .contains("== Optimized Physical Plan ==")
        .contains("voltage_windows")
        .contains("voltage_alerts")
        .doesNotContain("Flink SQL>");
    assertThat(workFolders).as("the next run cleans up").isEmptyDirectory();
  }

  @Test
  void nothingIsLeftOfAnInterruptedDemo() throws Exception {
    Process demo = cli.start("demo", "low-voltage", "--engine=flink", "--work-dir=" + workFolders);
    Await.until(
        "readings to be written",
        java.time.Duration.ofMinutes(1),
        () -> cli.err().toFile().length() > 0 && demo.toHandle().children().count() == 3);
    List<ProcessHandle> children = demo.toHandle().children().toList();

    demo.destroy();

    assertThat(demo.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).isNotZero();
    assertThat(children).noneMatch(ProcessHandle::isAlive);
    assertThat(workFolders).isEmptyDirectory();
  }
}
