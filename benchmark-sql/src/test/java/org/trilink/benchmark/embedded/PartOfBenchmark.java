/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Machine;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.ResultFile;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.BenchmarkProgress;
import org.trilink.launcher.demo.Progress;
import org.trilink.launcher.local.TrilinkHome;

/**
 * Runs that are measured in a JVM of their own, as the benchmark has them measured.
 *
 * @param benchmark of the result file
 * @param folder for the file, and for what the runs write
 */
public record PartOfBenchmark(String benchmark, Path folder) {

  private static final String STARTED = "2026-01-01T00:00:00Z";

  /** A quick run of so many rows. */
  public static BenchOptions quick(long rows) {
    return new BenchOptions(
        true,
        OptionalInt.empty(),
        Optional.empty(),
        LinkRate.UNLIMITED,
        0.2,
        OptionalLong.of(rows),
        OptionalInt.empty());
  }

  /**
   * Asserts that all trials are measured but one that has been before, that all results are right,
   * and that nothing is left in the work folder.
   */
  public void assertMeasuresWhatIsLeft(
      BenchOptions options, List<Trial> trials, Consumer<BenchmarkContext> run) {
    ResultFile results = results();
    Trial done = trials.get(0);
    results.add(new Measurement(done, STARTED, true, Map.of(), List.of(), List.of(), List.of()));
    BenchmarkContext context =
        new BenchmarkContext(
            TrilinkHome.current(),
            folder.resolve("work"),
            options,
            results,
            new BenchmarkProgress(benchmark, trials, 1, new Progress(System.err, false)));

    run.accept(context);

    assertThat(context.hasAll(trials)).isTrue();
    assertThat(results.find(done).orElseThrow().values()).as("is not run again").isEmpty();
    assertThat(results.result().measurements())
        .hasSameSizeAs(trials)
        .allSatisfy(measured -> assertThat(measured.exact()).as(measured.toString()).isTrue());
    assertThat(folder.resolve("work")).isEmptyDirectory();
  }

  private ResultFile results() {
    return ResultFile.open(
        folder.resolve(benchmark + ".json"),
        new BenchmarkResult(
            benchmark,
            true,
            STARTED,
            false,
            "commit",
            new Machine("processor", 2, 1, "Linux"),
            Map.of(),
            Map.of(),
            List.of()),
        true,
        System.err::println);
  }
}
