/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.embedded.ComparedRun;
import org.trilink.benchmark.embedded.ProcessJson;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.run.StateBackend;

/** The benchmark's job, for seconds instead of hours. */
class SoakIT {

  private static final int SECONDS = 40;
  private static final int POINTS = 4;

  @TempDir private Path folder;

  @Test
  void holdsWhatItNeedsAndIsRight() throws Exception {
    String output = output();

    List<Usage> usages = ProcessJson.printed(output, Usage.class);
    assertThat(usages).hasSizeGreaterThanOrEqualTo(POINTS - 1);
    Map<Metric, Long> last = usages.get(POINTS - 2).held();
    assertThat(last.get(Metric.KEYS_IN_STATE))
        .as("alive, or silent for less than the timeout")
        .isBetween(9_000L, 15_000L);
    assertThat(last).hasSize(6);
    assertThat(last.values()).allSatisfy(value -> assertThat(value).isPositive());
    List<ComparedRun> compared = ProcessJson.printed(output, ComparedRun.class);
    assertThat(compared).hasSize(1);
    assertThat(compared.get(0).outcome().digest().rows()).isPositive();
    assertThat(compared.get(0).difference()).isEmpty();
  }

  private String output() throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, UTF_8));
    try {
      SoakProcess.Plan plan =
          new SoakProcess.Plan(
              StateBackend.ROCKSDB, folder.resolve("checkpoints").toString(), SECONDS, POINTS);
      Path file = Files.writeString(folder.resolve("plan.json"), ProcessJson.text(plan));
      SoakProcess.main(new String[] {file.toString()});
    } finally {
      System.setOut(before);
    }
    return output.toString(UTF_8);
  }
}
