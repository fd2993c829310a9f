package org.trilink.benchmark.report;

import java.util.Optional;
import org.trilink.benchmark.result.BenchmarkResult;

/**
 * A chapter with what was measured for it.
 *
 * @param result empty if the benchmark has not been run
 * @param content empty of everything then
 */
record ChapterResult(Chapter chapter, Optional<BenchmarkResult> result, Content content) {

  static ChapterResult of(Chapter chapter, Optional<BenchmarkResult> result) {
    return new ChapterResult(chapter, result, result.map(chapter::content).orElseGet(Content::new));
  }

  /** How to measure it; with markup for code by the caller. */
  String command() {
    return "bin/trilink bench " + chapter.benchmark();
  }

  /**
   * What a reader should know of the whole: "quick run: rates are rough", "unfinished: 12 runs so
   * far"; or empty.
   */
  String state() {
    if (result.isEmpty()) {
      return "not run";
    }
    String quick = result.get().quick() ? "quick run: rates are rough" : "";
    if (result.get().finished()) {
      return quick;
    }
    String unfinished = "unfinished: %d runs so far".formatted(result.get().measurements().size());
    return quick.isEmpty() ? unfinished : quick + "; " + unfinished;
  }
}
