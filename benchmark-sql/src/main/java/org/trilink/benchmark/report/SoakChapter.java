/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Labels.BACKEND;
import static org.trilink.benchmark.soak.SoakBenchmark.SECONDS;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.trilink.benchmark.report.Block.Panel;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Whether what a job holds levels off. */
final class SoakChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "soak",
          "Soak test",
          "Windows of 10,000 keys at a time at a steady rate. Each key lives for two minutes, one in"
              + " ten sleeps every other minute, some readings are an hour late and some a day ahead."
              + " Heap, state, threads and file handles are measured while the job runs. The paper"
              + " has no such figure.",
          SoakChapter::add);

  /** A metric that is shown over time. */
  private record Held(Metric metric, String label, String unit) {

    static final Held HEAP = new Held(Metric.HEAP_BYTES, "heap", "bytes");
    static final Held FILES = new Held(Metric.STATE_FILES_BYTES, "RocksDB's files", "bytes");
    static final List<Held> ALL =
        List.of(
            HEAP,
            new Held(Metric.CHECKPOINT_BYTES, "checkpoint", "bytes"),
            FILES,
            new Held(Metric.KEYS_IN_STATE, "keys", "keys"),
            new Held(Metric.THREADS, "threads", "threads"),
            new Held(Metric.FILE_HANDLES, "file handles", "file handles"));
  }

  private SoakChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    Runs runs = Runs.of(result);
    List<Runs> backends = runs.by(BACKEND);
    backends.forEach(backend -> content.finding(finding(backend)));
    content.figure(
        "Heap, state, threads and file handles over time",
        "By minutes. The heap is measured after a garbage collection; a checkpoint has keys, windows"
            + " and timers; files are those of RocksDB's working folder.",
        Held.ALL.stream().map(held -> panel(held, runs, backends)).toArray(Panel[]::new));
    content.table(
        new Table<>(
                "In each quarter of the time, medians",
                backends.stream().flatMap(SoakChapter::rows).toList(),
                row -> !row.backend().exact())
            .label(BACKEND, row -> Labels.backend(row.backend()))
            .label("what", row -> row.held().label())
            .column("first", row -> quarter(row, 0))
            .column("second", row -> quarter(row, 1))
            .column("third", row -> quarter(row, 2))
            .column("fourth", row -> quarter(row, 3)));
  }

  private record Row(Runs backend, Held held) {}

  /** The heap backend has no files. */
  private static Stream<Row> rows(Runs backend) {
    return Held.ALL.stream()
        .filter(held -> !Labels.isHeap(backend) || !held.equals(Held.FILES))
        .map(held -> new Row(backend, held));
  }

  private static String quarter(Row row, int number) {
    List<Runs> times = row.backend().by(SECONDS);
    double[] values =
        times.subList(number * times.size() / 4, (number + 1) * times.size() / 4).stream()
            .map(time -> time.median(row.held().metric()))
            .flatMapToDouble(OptionalDouble::stream)
            .toArray();
    return values.length == 0
        ? Amount.NONE
        : Amount.of(row.held().metric()).apply(Sample.of(DoubleStream.of(values)).median());
  }

  private static String finding(Runs backend) {
    List<Runs> times = backend.by(SECONDS);
    Row heap = new Row(backend, Held.HEAP);
    return "%s, %s minutes: %s rows, %s. The heap is %s in the second quarter of the time and %s in the last."
        .formatted(
            Labels.backend(backend),
            minutes(times.get(times.size() - 1)),
            Amount.exactCount(backend.median(Metric.ROWS_EXPECTED).orElse(0)),
            backend.exact() ? "all right" : "not all of them right",
            quarter(heap, 1),
            quarter(heap, 3));
  }

  private static String minutes(Runs time) {
    return Amount.count(Math.round(Double.parseDouble(time.get(SECONDS)) / 6) / 10.0);
  }

  private static Panel panel(Held held, Runs runs, List<Runs> backends) {
    Chart chart = Chart.lines("minutes", held.unit(), runs.by(SECONDS), SoakChapter::minutes);
    for (Runs backend : backends) {
      String name = backend.get(BACKEND);
      String colour = Labels.isHeap(backend) ? "--trilink" : "--way-2";
      chart.series(
          new Variant(name, Labels.backend(backend), colour),
          time -> time.where(BACKEND, name),
          time -> time.sample(held.metric()));
    }
    return chart.panel(held.label());
  }
}
