/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.TopicRows;
import org.trilink.examples.ysb.PublishedCheck;

/** End-to-end test of the benchmark: real broker, real Redis, real cluster, the real SQL Client. */
class YsbDemoIT {

  @TempDir private Path folder;
  private Path workFolders;
  private Cli cli;

  @BeforeEach
  void makeWorkFolders() throws Exception {
    workFolders = Files.createDirectories(folder.resolve("work"));
    cli = new Cli(Cli.script(), folder);
  }

  @Test
  void theBenchmarksCheckFindsNothingAfterALiveRun() throws Exception {
    Path output = folder.resolve("windows.jsonl");
    try {
      Cli.Result result =
          cli.run(
              "demo",
              "ysb",
              "--rows=120000",
              "--keys=50",
              "--skew=5s",
              "--seed=7",
              "--keep",
              "--output=" + output,
              "--work-dir=" + workFolders);

      assertThat(result.code()).as(result.err()).isZero();
      // The input is still in its topic, and the result in Redis.
      PublishedCheck check =
          new PublishedCheck(new TopicRows(address(result, "broker"), "ad-events").iterator());
      assertThat(check.windows()).isBetween(100L, 150L);
      assertThat(check.differences(address(result, "Redis"))).isEmpty();
      assertThat(Files.readAllLines(output)).hasSize((int) check.windows());
      assertThat(result.out())
          .contains("the first 10 windows:")
          .containsPattern(
              "latency, .*: 50 % [\\d,]+, 75 % [\\d,]+, 95 % [\\d,]+, 99 % [\\d,]+, max [\\d,]+\n")
          .containsPattern(
              "trilink: 120,000 events in .*, windows %1$d of %1$d, events lost 0 of"
                  .formatted(check.windows()));
    } finally {
      cli.run("cluster", "stop", "--work-dir=" + onlyFolder());
    }
  }

  @Test
  @Tag("nightly")
  void stockFlinkLosesEventsOfLateCampaigns() throws Exception {
    Cli.Result result =
        cli.run(
            "demo",
            "ysb",
            "--engine=flink",
            "--no-live",
            "--rows=300000",
            "--seed=7",
            "--work-dir=" + workFolders);

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out())
        .containsPattern("flink: 300,000 events in .*, windows \\d+ of 300 .*, events lost [1-9]")
        .doesNotContain("latency");
    assertThat(workFolders).isEmptyDirectory();
  }

  private static String address(Cli.Result result, String server) {
    Matcher line = Pattern.compile(server + ": +(\\S+)").matcher(result.out());
    assertThat(line.find()).as(result.out()).isTrue();
    return line.group(1);
  }

  private Path onlyFolder() throws Exception {
    try (var folders = Files.list(workFolders)) {
      List<Path> all = folders.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }
}
