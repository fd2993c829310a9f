/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/** End-to-end test of a workload's second query: real broker, real cluster, the real SQL Client. */
@Tag("nightly")
class SustainedSagDemoIT {

  @TempDir private Path folder;

  @Test
  void trilinkFindsTheOraclesSagsAlsoOfLateSensors() throws Exception {
    Path output = folder.resolve("sags.jsonl");
    Path workFolders = Files.createDirectories(folder.resolve("work"));

    Cli.Result result =
        new Cli(Cli.script(), folder)
            .run(
                "demo",
                "low-voltage",
                "--query=sustained-sag",
                "--rows=50000",
                "--keys=50",
                "--disorder=0.5",
                "--seed=7",
                "--output=" + output,
                "--work-dir=" + workFolders);

    assertThat(result.code()).as(result.err()).isZero();
    List<String> expected =
        expectedSags(new GeneratorOptions(50_000, 50, 0.5, Duration.ofMinutes(3), 0, 7));
    assertThat(Files.readAllLines(output)).isNotEmpty().hasSameElementsAs(expected);
    assertThat(result.out())
        .contains("the first 10 sags:")
        .containsPattern(
            "trilink: 50,000 readings in .*, sags %1$d of %1$d; \\d+ s in all"
                .formatted(expected.size()));
    assertThat(result.err()).contains("sags out ");
    assertThat(workFolders).isEmptyDirectory();
  }

  private static List<String> expectedSags(GeneratorOptions options) {
    Workload workload = Workloads.byName("low-voltage");
    Oracle<?> oracle = workload.query("sustained-sag").newOracle();
    workload.generate(options).forEachRemaining(oracle::accept);
    List<String> sags = new ArrayList<>();
    oracle.expectedRows().forEachRemaining(row -> sags.add(new String(row, UTF_8)));
    return sags;
  }
}
