package org.trilink.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.Verdict;

/** The bridge demo from the outside: real broker, real cluster, the real SQL Client. */
class BridgeDemoIT {

  private static final Pattern ALERTS = Pattern.compile(", alerts (\\d+) of (\\d+)");

  @TempDir private Path folder;
  private WorkloadDemo demo;

  @BeforeEach
  void prepare() {
    demo = new WorkloadDemo("bridge", folder, 100_000, 40);
  }

  @Test
  void trilinkFindsExactlyTheOraclesAlertsAlsoOfLateSensors() throws Exception {
    Path output = folder.resolve("alerts.jsonl");

    Cli.Result result = demo.run("--output=" + output);

    Verdict verdict = demo.verdict(output);
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.mainResult().matching()).isBetween(10L, 999L);
    assertThat(result.out()).contains("the first 10 alerts:");
    assertThat(result.err())
        .containsPattern("readings late by their own key's watermark 0, .*; 40 keys active");
  }

  @Test
  void stockFlinkLosesReadingsOfLateSensorsAndWithThemAlerts() throws Exception {
    // Watermarks go out five times a second: the input must last longer than that.
    WorkloadDemo longDemo = new WorkloadDemo("bridge", folder, 500_000, 40);

    Matcher alerts = ALERTS.matcher(longDemo.run("--engine=flink").out());

    assertThat(alerts.find()).isTrue();
    assertThat(Long.parseLong(alerts.group(1))).isLessThan(Long.parseLong(alerts.group(2)));
  }

  @Test
  void explainShowsWhatBecameOfTheHints() throws Exception {
    assertThat(demo.run("--explain").out())
        .contains(
            "KeyPlacement(trilink=[partition=least-key (query hint)",
            "KeyWatermarkMergedWindowAggregate(groupBy=[sensor_id]",
            "LocalMerge(groupBy=[sensor_id], slot=[2 s of reading_time, by the time of the key]")
        .doesNotContain("Advice");
  }
}
