/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Verdict;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/** The demo of a workload's first query, with half of the keys late by the workload's skew. */
final class WorkloadDemo {

  private static final double DISORDER = 0.5;
  private static final long SEED = 7;

  private final Workload workload;
  private final Path folder;
  private final long rows;
  private final int keys;

  /**
   * @param folder the working directory, to which its output is also written
   */
  WorkloadDemo(String workload, Path folder, long rows, int keys) {
    this.workload = Workloads.byName(workload);
    this.folder = folder;
    this.rows = rows;
    this.keys = keys;
  }

  /** Runs it; it must succeed and leave nothing behind. */
  Cli.Result run(String... options) throws IOException, InterruptedException {
    Path workFolders = Files.createDirectories(folder.resolve("work"));
    Cli.Result result =
        new Cli(Cli.script(), folder)
            .run(
                Stream.concat(
                        Stream.of(
                            "demo",
                            workload.name(),
                            "--rows=" + rows,
                            "--keys=" + keys,
                            "--disorder=" + DISORDER,
                            "--seed=" + SEED,
                            "--work-dir=" + workFolders),
                        Stream.of(options))
                    .toArray(String[]::new));
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(workFolders).isEmptyDirectory();
    return result;
  }

  /** The oracle's verdict on the rows in a file. */
  Verdict verdict(Path output) {
    Oracle<?> oracle = workload.mainQuery().newOracle();
    workload
        .generate(new GeneratorOptions(rows, keys, DISORDER, workload.defaults().skew(), 0, SEED))
        .forEachRemaining(oracle::accept);
    return oracle.verify(result -> lines(output));
  }

  private static List<byte[]> lines(Path file) {
    try {
      return Files.readAllLines(file).stream().map(line -> line.getBytes(UTF_8)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
