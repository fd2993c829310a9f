/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.trilink.launcher.local.FlinkRest;
import org.trilink.launcher.local.ReportedKeyLoad;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/trilink balance}. */
@Command(
    name = "balance",
    description = "Shows how evenly a running job's records are spread over its subtasks.",
    mixinStandardHelpOptions = true)
final class BalanceCommand extends UserCommand implements Callable<Integer> {

  private static final String LINE = "%-34s %-12s %8s %12s %12s %14s %8s %8s %11s %11s";

  @Option(
      names = "--job",
      paramLabel = "ID",
      required = true,
      description = "the job's id, as in the web UI")
  private String job;

  @Mixin private ClusterUrl cluster;

  @Override
  public Integer call() {
    FlinkRest rest = parsed(() -> cluster.of(job));
    List<ReportedKeyLoad> loads = rest.metrics(rest.job(job)).keyLoads();
    if (loads.isEmpty()) {
      out().println("no operator of the job gets its records by key");
      return 0;
    }
    println(
        String.format(
            LINE,
            "operator",
            "partition",
            "subtasks",
            "least",
            "most",
            "mean",
            "balance",
            "extra",
            "least keys",
            "most keys"));
    for (ReportedKeyLoad load : loads) {
      println(
          String.format(
              Locale.ROOT,
              LINE,
              load.kind(),
              load.partition(),
              load.records().size(),
              String.format(Locale.ROOT, "%,d", load.least()),
              String.format(Locale.ROOT, "%,d", load.most()),
              String.format(Locale.ROOT, "%,.1f", load.mean()),
              String.format(Locale.ROOT, "%.3f", load.balanceDegree()),
              String.format(Locale.ROOT, "%.1f %%", 100 * load.extraComputeTime()),
              count(load.leastKeys()),
              count(load.mostKeys())));
    }
    return 0;
  }

  private static String count(OptionalLong keys) {
    return keys.isPresent() ? String.format(Locale.ROOT, "%,d", keys.getAsLong()) : "-";
  }
}
