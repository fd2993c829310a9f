package org.trilink.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.Verdict;

/** The long-ride demo from the outside: real broker, real cluster, the real SQL Client. */
class LongRideDemoIT {

  @TempDir private Path folder;
  private WorkloadDemo demo;

  @BeforeEach
  void prepare() {
    demo = new WorkloadDemo("long-ride", folder, 100_000, 1_000);
  }

  @Test
  void trilinkFindsExactlyTheOraclesAlertsAlsoOfLateTaxis() throws Exception {
    Path output = folder.resolve("alerts.jsonl");

    Cli.Result result = demo.run("--output=" + output);

    Verdict verdict = demo.verdict(output);
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.mainResult().matching()).isGreaterThan(100);
    assertThat(result.out()).contains("the first 10 alerts:");
  }

  @Test
  void stockFlinkGivesAlertsForRidesOfLateTaxisThatEndedInTime() throws Exception {
    // Watermarks go out five times a second: the input must last longer than that.
    WorkloadDemo longDemo = new WorkloadDemo("long-ride", folder, 300_000, 1_000);

    assertThat(longDemo.run("--engine=flink").out())
        .containsPattern(", alerts [\\d,]+ of [\\d,]+ \\([\\d,]+ surplus\\)");
  }

  @Test
  void explainShowsWhatBecameOfTheHints() throws Exception {
    assertThat(demo.run("--explain").out())
        .contains(
            "KeyWatermarkIntervalJoin(joinType=[LeftOuterJoin]",
            "watermark.max-skew=3 h (query hint)")
        .doesNotContain("Advice");
  }
}
