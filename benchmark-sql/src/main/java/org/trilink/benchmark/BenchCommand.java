/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark;

import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.report.Report;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkRun;
import org.trilink.benchmark.run.Benchmarks;
import org.trilink.launcher.cli.UserCommand;
import org.trilink.launcher.demo.Progress;
import org.trilink.launcher.local.TrilinkHome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/trilink bench}. */
@Command(
    name = "bench",
    description =
        "Measures stock Flink and Trilink on a Kafka broker and Flink clusters of its own.",
    mixinStandardHelpOptions = true)
public final class BenchCommand extends UserCommand implements Callable<Integer> {

  private static final String ALL = "all";
  private static final String REPORT = "report";
  private static final int MAX_NODES = 16;

  @Parameters(
      paramLabel = "NAME",
      description = {"what to measure, or all, or report:", "${COMPLETION-CANDIDATES}"},
      completionCandidates = BenchmarkNames.class)
  private String name;

  @Option(
      names = "--quick",
      description = "with less input, fewer points and fewer rounds: minutes, not hours")
  private boolean quick;

  @Option(
      names = "--fresh",
      description = "begins anew (default: goes on with an unfinished result, if all is equal)")
  private boolean fresh;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "measures each variant so often (default: by benchmark, 1 to 4; --quick: 1)")
  private Integer runs;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      split = ",",
      description = "on clusters of so many TaskManagers, such as 1,2,4 (default: by benchmark)")
  private List<Integer> nodes;

  @Option(
      names = "--link-rate",
      paramLabel = "RATE",
      defaultValue = "50mbit",
      description =
          "of the link of each node: 500kbit, 50mbit, 1gbit, none (default: ${DEFAULT-VALUE})")
  private String linkRate;

  @Option(
      names = "--cpu-per-node",
      paramLabel = "CORES",
      defaultValue = "0.125",
      description = "what each node may use of the processor (default: ${DEFAULT-VALUE})")
  private double cpuPerNode;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "input records for each node (default: by benchmark)")
  private Long rows;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description =
          "runs soak for so long on each backend (default: 240; --quick: 2), and chaos for each"
              + " variant (default: 5; --quick: 1)")
  private Integer minutes;

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description = "makes the run's work folders there (default: .trilink in the project)")
  private File workFolders;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description =
          "keeps the results there (default: benchmark-sql/results in the project; with --flink 1.20"
              + " flink-1.20 within it)")
  private File results;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "writes the report there (default: benchmark-sql/report in the project; with --quick"
              + " benchmark-sql/report/quick, which Git ignores; with --flink 1.20 flink-1.20 within"
              + " benchmark-sql/report)")
  private File report;

  @Override
  public Integer call() {
    TrilinkHome home = TrilinkHome.current();
    List<Benchmark> benchmarks = benchmarks();
    Path benchmarksFolder = home.root().resolve("benchmark-sql");
    Path resultFolder =
        folder(results, TrilinkHome.ofThisFlink(benchmarksFolder.resolve("results")));
    BenchmarkRun run =
        new BenchmarkRun(
            home, folder(workFolders, home.workFolders()), resultFolder, options(), new Progress());
    PrintWriter out = out();
    boolean sound = true;
    for (Benchmark benchmark : benchmarks) {
      sound &= run.run(benchmark, fresh, out);
    }
    if (benchmarks.isEmpty() || benchmarks.stream().map(Benchmark::name).anyMatch(Report::has)) {
      Path ofThisFlink = TrilinkHome.ofThisFlink(benchmarksFolder.resolve("report"));
      Path standard = quick ? ofThisFlink.resolve("quick") : ofThisFlink;
      Path page = Report.write(quick, resultFolder, folder(report, standard));
      out.println((quick ? "report of quick runs: " : "report: ") + page);
    }
    return sound ? 0 : 1;
  }

  private List<Benchmark> benchmarks() {
    if (name.equals(ALL)) {
      return Benchmarks.all();
    }
    if (name.equals(REPORT)) {
      return List.of();
    }
    return List.of(
        Benchmarks.byName(name)
            .orElseThrow(
                () ->
                    mistake(
                        "there is no benchmark '%s'; the benchmarks are: %s, %s, %s"
                            .formatted(name, Benchmarks.names(), ALL, REPORT))));
  }

  private BenchOptions options() {
    require(runs == null || runs >= 1, "--runs must be at least 1, got " + runs);
    require(
        nodes == null || nodes.stream().allMatch(count -> count >= 1 && count <= MAX_NODES),
        "--nodes must be between 1 and %d each, got %s".formatted(MAX_NODES, nodes));
    require(
        cpuPerNode > 0 && cpuPerNode <= Runtime.getRuntime().availableProcessors(),
        "--cpu-per-node must be above 0 and no more than the machine's %d cores, got %s"
            .formatted(Runtime.getRuntime().availableProcessors(), cpuPerNode));
    require(rows == null || rows >= 1, "--rows must be at least 1, got " + rows);
    require(minutes == null || minutes >= 1, "--minutes must be at least 1, got " + minutes);
    return new BenchOptions(
        quick,
        runs == null ? OptionalInt.empty() : OptionalInt.of(runs),
        Optional.ofNullable(nodes),
        parsed("--link-rate: ", () -> LinkRate.parse(linkRate)),
        cpuPerNode,
        rows == null ? OptionalLong.empty() : OptionalLong.of(rows),
        minutes == null ? OptionalInt.empty() : OptionalInt.of(minutes));
  }

  private static Path folder(File wanted, Path standard) {
    return wanted == null ? standard : wanted.toPath().toAbsolutePath();
  }

  /** For the help: each benchmark's name, and what it measures. */
  static final class BenchmarkNames extends ArrayList<String> {

    private static final long serialVersionUID = 1L;

    BenchmarkNames() {
      super(
          Benchmarks.withThoseByName()
              .map(benchmark -> benchmark.name() + " (" + benchmark.description() + ")")
              .toList());
    }
  }
}
