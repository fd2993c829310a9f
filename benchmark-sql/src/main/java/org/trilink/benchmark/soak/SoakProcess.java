/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.trilink.benchmark.embedded.ComparedRun;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.Outcome;
import org.trilink.benchmark.embedded.ProcessJson;
import org.trilink.benchmark.run.StateBackend;

/** Runs the job, and prints what the process holds meanwhile, and what the result is. */
public final class SoakProcess {

  /**
   * All that the process is told.
   *
   * @param checkpoints the folder that they are written to
   * @param points how often it prints what it holds
   */
  record Plan(StateBackend backend, String checkpoints, long seconds, int points) {}

  private SoakProcess() {}

  /** Argument: the file with the plan. */
  public static void main(String[] args) throws Exception {
    Plan plan = ProcessJson.read(Files.readString(Path.of(args[0])), Plan.class);
    Path checkpoints = Path.of(plan.checkpoints());
    Path stateFiles = checkpoints.resolveSibling("rocksdb");
    SoakInput input = new SoakInput(plan.seconds());
    long millisApart = input.seconds() * 1_000 / plan.points();
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try (EmbeddedFlink flink =
        new EmbeddedFlink(
            plan.backend(),
            checkpoints,
            Map.of(
                EmbeddedFlink.CHECKPOINT_INTERVAL,
                "5 s",
                "state.backend.rocksdb.localdir",
                stateFiles.toString(),
                "metrics.reporter.usage.class",
                UsageMetrics.class.getName()))) {
      ScheduledFuture<?> unused =
          clock.scheduleAtFixedRate(
              () -> ProcessJson.print(Usage.now(stateFiles)),
              millisApart,
              millisApart,
              TimeUnit.MILLISECONDS);
      Outcome outcome = flink.run(SoakQuery.over(input));
      ProcessJson.print(new ComparedRun(outcome, SoakQuery.expected(input)));
    } finally {
      clock.shutdownNow();
    }
  }
}
