package org.trilink.examples.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Verdict;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/** The bridge demo from the outside: real broker, real cluster, the real SQL Client. */
class BridgeDemoIT {

  private static final int ROWS = 100_000;
  private static final int SENSORS = 40;
  private static final Pattern ALERTS = Pattern.compile(", alerts ([\\d,]+) of ([\\d,]+)");

  @TempDir private Path folder;

  @Test
  void trilinkFindsExactlyTheOraclesAlertsAlsoOfLateSensors() throws Exception {
    Path output = folder.resolve("alerts.jsonl");

    Cli.Result result = demo("--engine=trilink", "--output=" + output);

    Oracle oracle = oracle();
    Verdict verdict =
        oracle.verify(unused -> lines(output).stream().map(line -> line.getBytes(UTF_8)).toList());
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.mainResult().matching()).isGreaterThan(20);
    assertThat(result.out()).contains("the first 10 alerts:");
    assertThat(result.err())
        .containsPattern(
            "readings late by their own key's watermark 0, by the subtask's [1-9][\\d,]*; "
                + SENSORS
                + " keys active");
  }

  @Test
  void stockFlinkLosesAlertsOfLateSensors() throws Exception {
    Cli.Result result = demo("--engine=flink");

    Matcher alerts = ALERTS.matcher(result.out());
    assertThat(alerts.find()).as(result.out()).isTrue();
    assertThat(number(alerts.group(1))).isLessThan(number(alerts.group(2)));
  }

  @Test
  void explainShowsWhatTheHintsCameTo() throws Exception {
    Cli.Result result = run("--explain");

    assertThat(result.out())
        .contains(
            "KeyPlacement(trilink=[partition=least-key (query hint)",
            "KeyWatermarkMergedWindowAggregate(groupBy=[sensor_id]",
            "LocalMerge(groupBy=[sensor_id], slot=[2 s of reading_time, by the time of the key]")
        .doesNotContain("Advice");
  }

  private Cli.Result demo(String... options) throws Exception {
    return run(
        Stream.concat(
                Stream.of("--rows=" + ROWS, "--keys=" + SENSORS, "--disorder=0.5", "--seed=7"),
                Stream.of(options))
            .toArray(String[]::new));
  }

  private Cli.Result run(String... options) throws Exception {
    Path workFolders = Files.createDirectories(folder.resolve("work"));
    Cli.Result result =
        new Cli(Cli.script(), folder)
            .run(
                Stream.concat(
                        Stream.of("demo", "bridge", "--work-dir=" + workFolders),
                        Stream.of(options))
                    .toArray(String[]::new));
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(workFolders).isEmptyDirectory();
    return result;
  }

  private static Oracle oracle() {
    Workload workload = Workloads.byName("bridge");
    Oracle oracle = workload.mainQuery().newOracle();
    workload
        .generate(new GeneratorOptions(ROWS, SENSORS, 0.5, workload.defaults().skew(), 0, 7))
        .forEachRemaining(oracle::accept);
    return oracle;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }
}
