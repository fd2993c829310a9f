/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.trilink.benchmark.report.Provenance.Entry;
import org.trilink.benchmark.result.BenchmarkResult;

/** A chapter with what was measured for it. */
record ChapterResult(Chapter chapter, BenchmarkResult result, Content content) {

  static ChapterResult of(Chapter chapter, BenchmarkResult result) {
    Content content = new Content();
    chapter.blocks().accept(result, content);
    return new ChapterResult(chapter, result, content);
  }

  /** The state of the whole that a reader should know: "unfinished: 12 runs so far"; or empty. */
  String state() {
    return result.finished()
        ? ""
        : "unfinished: %d runs so far".formatted(result.measurements().size());
  }

  /** Each by its kind: finding, figure or table. */
  List<Map<String, Block>> blocks() {
    return content.blocks().stream()
        .map(block -> Map.of(block.getClass().getSimpleName().toLowerCase(Locale.ROOT), block))
        .toList();
  }

  List<Entry> provenance() {
    return new Provenance(result).entries();
  }
}
