/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.trilink.benchmark.result.ResultFile;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FileErrors;

/** Writes the report of what was measured so far. */
public final class Report {

  static final String PAGE = "index.html";
  static final String MARKDOWN = "report.md";

  /**
   * In the report's order: what is compared at equal results first, then what is measured in order,
   * and with records that stock Flink loses last in each.
   */
  private static final List<String> CHAPTERS =
      List.of(
          "watermark",
          "throughput",
          "operators",
          "peers",
          "nexmark",
          "balance",
          "switch",
          "exchange",
          "latency",
          "state",
          "checkpoints",
          "small-heap",
          "chaos",
          "soak");

  private Report() {}

  /**
   * Writes {@code index.html}, which needs no other file and no network, and {@code report.md}.
   *
   * @param quick whether it is of quick runs; they are never mixed with full ones
   * @param results the folder of the result files; what is not there has no chapter
   * @param report the folder to write into; made if it is missing
   * @return the page
   * @throws CommandFailure if a result cannot be read or the report cannot be written
   */
  public static Path write(boolean quick, Path results, Path report) {
    Page page = new Page(quick, chapters(quick, results));
    write(report.resolve(MARKDOWN), page.markdown());
    return write(report.resolve(PAGE), page.html());
  }

  /** Whether a benchmark has a place in the report. */
  public static boolean has(String benchmark) {
    return CHAPTERS.contains(benchmark);
  }

  private static List<Chapter> chapters(boolean quick, Path results) {
    return CHAPTERS.stream()
        .map(benchmark -> ResultFile.of(results, benchmark, quick))
        .filter(Files::exists)
        .map(ResultFile::read)
        .filter(result -> !result.measurements().isEmpty())
        .map(Chapter::of)
        .toList();
  }

  private static Path write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new CommandFailure("cannot write the report " + file + ": " + FileErrors.reason(e), e);
    }
  }
}
