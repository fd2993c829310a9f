/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.Verdict;

/** The demos of two users on one machine, started at the same time, with half of the keys late. */
class TwoDemosIT {

  @TempDir private Path folder;

  @Test
  void eachFindsExactlyTheOraclesAlerts() throws IOException {
    Run bridge = new Run("bridge", 100_000, 40);
    Run rides = new Run("long-ride", 100_000, 1_000);

    bridge.requireExact();
    rides.requireExact();
    assertThat(bridge.result.join().err())
        .containsPattern("readings late by their own key's watermark 0, .*; 40 keys active");
  }

  private final class Run {

    private final WorkloadDemo demo;
    private final Path output;
    private final CompletableFuture<Cli.Result> result;

    Run(String workload, long rows, int keys) throws IOException {
      Path own = Files.createDirectories(folder.resolve(workload));
      demo = new WorkloadDemo(workload, own, rows, keys);
      output = own.resolve("alerts.jsonl");
      result = CompletableFuture.supplyAsync(this::run);
    }

    private Cli.Result run() {
      try {
        return demo.run("--output=" + output);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    void requireExact() {
      assertThat(result.join().out())
          .contains("the first 10 alerts:")
          .containsPattern("alerts ([\\d,]+) of \\1; ");
      Verdict verdict = demo.verdict(output);
      assertThat(verdict.differences()).isEmpty();
      assertThat(verdict.exact()).isTrue();
      assertThat(verdict.mainResult().matching()).isGreaterThan(9);
    }
  }
}
