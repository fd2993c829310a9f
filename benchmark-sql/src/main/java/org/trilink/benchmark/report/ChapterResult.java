/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.Optional;
import org.trilink.benchmark.result.BenchmarkResult;

/**
 * A chapter with what was measured for it.
 *
 * @param command how to measure it; with markup for code by the caller
 * @param result empty if the benchmark has not been run
 * @param content empty of everything then
 */
record ChapterResult(
    Chapter chapter, String command, Optional<BenchmarkResult> result, Content content) {

  static ChapterResult of(Chapter chapter, Edition edition, Optional<BenchmarkResult> result) {
    return new ChapterResult(
        chapter,
        edition.command(chapter),
        result,
        result.map(chapter::content).orElseGet(Content::new));
  }

  /** What a reader should know of the whole: "unfinished: 12 runs so far"; or empty. */
  String state() {
    if (result.isEmpty()) {
      return "not run";
    }
    return result.get().finished()
        ? ""
        : "unfinished: %d runs so far".formatted(result.get().measurements().size());
  }
}
