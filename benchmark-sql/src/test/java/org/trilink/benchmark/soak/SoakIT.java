/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.embedded.ComparedRun;
import org.trilink.benchmark.run.StateBackend;

/** The benchmark's job, for seconds instead of hours. */
class SoakIT {

  private static final int SECONDS = 40;
  private static final int POINTS = 4;

  @TempDir private Path folder;

  @Test
  void holdsWhatItNeedsAndIsRight() throws Exception {
    List<String> lines = output();

    List<Usage> usages =
        lines.stream().filter(line -> line.startsWith(Usage.MARK)).map(Usage::parse).toList();
    assertThat(usages).hasSizeGreaterThanOrEqualTo(POINTS - 1);
    Usage last = usages.get(POINTS - 2);
    assertThat(last.keys())
        .as("alive, or silent for less than the timeout")
        .isBetween(9_000L, 15_000L);
    assertThat(last.checkpointBytes()).isPositive();
    assertThat(last.stateFilesBytes()).isPositive();
    assertThat(last.threads()).isPositive();
    assertThat(last.fileHandles()).isPositive();
    ComparedRun compared = ComparedRun.parse(lines.get(lines.size() - 1));
    assertThat(compared.outcome().digest().rows()).isPositive();
    assertThat(compared.difference()).isEmpty();
  }

  private List<String> output() throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, UTF_8));
    try {
      SoakProcess.main(
          SoakProcess.arguments(
                  StateBackend.ROCKSDB, folder.resolve("checkpoints"), SECONDS, POINTS)
              .toArray(String[]::new));
    } finally {
      System.setOut(before);
    }
    return output.toString(UTF_8).lines().toList();
  }
}
