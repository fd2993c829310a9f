/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.TRILINK;
import static org.trilink.benchmark.smallheap.SmallHeapBenchmark.HEAP;

import java.util.List;
import java.util.function.Function;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;

/** The chapter on operators whose keys do not fit into the heap, by its size. */
final class SmallHeapChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "small-heap",
          "Small heaps",
          "Four operators in one job on RocksDB (TUMBLE, HOP, OVER, and COUNT DISTINCT without"
              + " windows), where each record has a new key, so that keeping keys in memory is of no"
              + " use, in JVMs with little heap. The paper has no such figures.",
          SmallHeapChapter::add);

  private SmallHeapChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    List<Runs> heaps = Runs.of(result).by(HEAP);
    content.table(
        Table.of("By heap", heaps)
            .label("heap", Labels.of(HEAP))
            .column("Flink, records/s", in(FLINK, of -> of.text(Metric.RECORDS_PER_SECOND)))
            .column("collects garbage", in(FLINK, SmallHeapChapter::garbage))
            .column("Trilink, records/s", in(TRILINK, of -> of.text(Metric.RECORDS_PER_SECOND)))
            .column("collects garbage", in(TRILINK, SmallHeapChapter::garbage))
            .column(
                "of Flink",
                at ->
                    Comparison.part(
                        at.variant(TRILINK).rate(), at.variant(FLINK).rate(), Amount::ratio)));
  }

  private static Function<Runs, String> in(String engine, Function<Runs, String> cell) {
    return place -> cell.apply(place.variant(engine));
  }

  /** Part of the time. */
  private static String garbage(Runs runs) {
    return Amount.range(
        runs.percent(Metric.GARBAGE_COLLECTION_SECONDS, Metric.SECONDS),
        percent -> Amount.share(percent / 100));
  }
}
