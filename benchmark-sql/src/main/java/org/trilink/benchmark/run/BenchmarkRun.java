/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.kafka.common.utils.AppInfoParser;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Machine;
import org.trilink.benchmark.result.ProjectCommit;
import org.trilink.benchmark.result.ResultFile;
import org.trilink.benchmark.result.Trial;
import org.trilink.launcher.demo.Progress;
import org.trilink.launcher.local.TrilinkHome;

/**
 * Runs one benchmark, or several, from a result file's opening to its table.
 *
 * @param workFolders the folder in which clusters make their own
 * @param results the folder of the result files
 */
public record BenchmarkRun(
    TrilinkHome home, Path workFolders, Path results, BenchOptions options, Progress progress) {

  /**
   * Measures what is left, and prints the table.
   *
   * @param fresh whether nothing that an unfinished run measured counts
   * @return whether every run is as its engine promises
   */
  public boolean run(Benchmark benchmark, boolean fresh, PrintWriter out) {
    Path path = ResultFile.of(results, benchmark.name(), options.quick());
    ResultFile file = ResultFile.open(path, wanted(benchmark), fresh, progress::lasting);
    List<Trial> trials = benchmark.trials(options);
    BenchmarkProgress shown =
        new BenchmarkProgress(
            benchmark.name(), trials, trials.size() - file.missing(trials).size(), progress);
    benchmark.run(new BenchmarkContext(home, workFolders, options, file, shown));
    file.finish();
    benchmark.table(file.result()).forEach(out::println);
    out.println("every run: " + path);
    out.flush();
    return benchmark.isSound(file.result());
  }

  private BenchmarkResult wanted(Benchmark benchmark) {
    return new BenchmarkResult(
        benchmark.name(),
        options.quick(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        false,
        ProjectCommit.of(home.root()),
        Machine.current(),
        Map.of(
            "Flink", EnvironmentInformation.getVersion(),
            "Kafka", AppInfoParser.getVersion(),
            "Java", Runtime.version().toString()),
        benchmark.settings(options),
        List.of());
  }
}
