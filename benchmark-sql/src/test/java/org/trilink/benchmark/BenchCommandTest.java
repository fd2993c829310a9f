/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.launcher.cli.UserCommand;
import org.trilink.launcher.local.TrilinkHome;
import picocli.CommandLine;

class BenchCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;
  private CommandLine bench;

  @BeforeEach
  void catchWhatIsPrinted() {
    bench =
        new CommandLine(new BenchCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
  }

  @Test
  void theLauncherFindsTheCommandsOfThisModule() {
    assertThat(ServiceLoader.load(UserCommand.class))
        .hasOnlyElementsOfTypes(BenchCommand.class, ChaosCommand.class)
        .hasSize(2);
  }

  @Test
  void listsTheBenchmarksWhenThereIsNoneOfThatName() {
    assertThat(bench.execute("speed")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("no benchmark 'speed'", "throughput", "all");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--runs=0              | --runs must be at least 1, got 0",
        "--nodes=0,2           | --nodes must be between 1 and 16 each, got [0, 2]",
        "--nodes=2,17          | --nodes must be between 1 and 16 each, got [2, 17]",
        "--link-rate=fast      | a link rate is a number with kbit, mbit or gbit",
        "--link-rate=0mbit     | a link rate is a number with kbit, mbit or gbit",
        "--cpu-per-node=0      | --cpu-per-node must be above 0",
        "--cpu-per-node=100000 | --cpu-per-node must be above 0",
        "--rows=0              | --rows must be at least 1, got 0"
      })
  void namesTheOptionAndWhatItMayBe(String option, String message) {
    assertThat(bench.execute("throughput", option)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(message);
  }

  @Test
  void aQuickReportIsMarkedAndHasTheQuickRuns() throws IOException {
    assertThat(report("--quick")).contains("a quick run", "its figures are no result");
    assertThat(out.toString()).isEqualTo("report of quick runs: " + page() + "\n");
  }

  @Test
  void aFullReportIsNotMarked() throws IOException {
    assertThat(report()).doesNotContain("quick");
    assertThat(out.toString()).isEqualTo("report: " + page() + "\n");
  }

  /** So that a quick run changes nothing that is committed. */
  @Test
  void gitIgnoresThePlaceOfQuickReports() throws Exception {
    Process git =
        new ProcessBuilder("git", "check-ignore", "benchmark-sql/report/quick/index.html")
            .directory(TrilinkHome.current().root().toFile())
            .start();

    assertThat(git.waitFor()).as("git check-ignore's exit code").isZero();
    assertThat(bench.execute("--help")).isZero();
    assertThat(out.toString().replaceAll("\\s+", " ")).contains("benchmark-sql/report/quick,");
  }

  private String report(String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("report", "--results=" + folder, "--report=" + folder));
    assertThat(bench.execute(arguments.toArray(String[]::new))).isZero();
    return Files.readString(folder.resolve("report.md"));
  }

  private Path page() {
    return folder.resolve("index.html");
  }

  @Test
  void saysWhatEachBenchmarkMeasuresAndEachDefault() {
    assertThat(bench.execute("--help")).isZero();
    assertThat(out.toString()).contains("throughput (", "50mbit", "0.125", "benchmark-sql/results");
  }
}
