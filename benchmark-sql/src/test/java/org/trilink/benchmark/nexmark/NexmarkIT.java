/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Machine;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.ResultFile;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.RunProgress;
import org.trilink.examples.demo.Progress;
import org.trilink.examples.local.TrilinkHome;

/** As the benchmark runs it, with a process of its own, and few rows. */
class NexmarkIT {

  private static final BenchOptions OPTIONS =
      new BenchOptions(
          true,
          OptionalInt.empty(),
          Optional.empty(),
          LinkRate.UNLIMITED,
          0.2,
          OptionalLong.of(3_000));

  @TempDir private Path folder;

  @Test
  void measuresWhatIsLeftAndComparesIt() {
    List<Trial> trials = new NexmarkBenchmark().trials(OPTIONS);
    ResultFile results = results();
    Trial done = trials.get(0);
    results.add(
        new Measurement(
            done, "2026-01-01T00:00:00Z", true, Map.of(), List.of(), List.of(), List.of()));
    BenchmarkContext context =
        new BenchmarkContext(
            TrilinkHome.current(),
            folder.resolve("work"),
            OPTIONS,
            results,
            new RunProgress("nexmark", trials, 1, new Progress(System.err, false)));

    new NexmarkBenchmark().run(context);

    assertThat(context.hasAll(trials)).isTrue();
    assertThat(results.find(done).orElseThrow().values()).as("is not run again").isEmpty();
    assertThat(results.result().measurements())
        .hasSameSizeAs(trials)
        .allSatisfy(run -> assertThat(run.exact()).as(run.toString()).isTrue());
    assertThat(folder.resolve("work")).isEmptyDirectory();
  }

  private ResultFile results() {
    return ResultFile.open(
        folder.resolve("nexmark.json"),
        new BenchmarkResult(
            "nexmark",
            true,
            "2026-01-01T00:00:00Z",
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
