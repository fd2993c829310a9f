/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;
import org.trilink.benchmark.soak.SoakBenchmark;

/** Whether what a job holds levels off. */
final class SoakChapter implements Chapter {

  private static final String BACKEND = "backend";
  private static final String HEAP = "heap";

  /** What is shown over time. */
  private enum Held {
    HEAP_AFTER_GC(Metric.HEAP_BYTES, "heap", "MB", 1e6),
    CHECKPOINT(Metric.CHECKPOINT_BYTES, "checkpoint", "MB", 1e6),
    STATE_FILES(Metric.STATE_FILES_BYTES, "RocksDB's files", "MB", 1e6),
    KEYS(Metric.KEYS_IN_STATE, "keys", "thousand keys", 1e3),
    THREADS(Metric.THREADS, "threads", "threads", 1),
    FILE_HANDLES(Metric.FILE_HANDLES, "file handles", "file handles", 1);

    private final Metric metric;
    private final String label;
    private final String unit;
    private final double scale;

    Held(Metric metric, String label, String unit, double scale) {
      this.metric = metric;
      this.label = label;
      this.unit = unit;
      this.scale = scale;
    }

    String text(double value) {
      return metric.unit().equals("bytes") ? Amount.bytes(value) : Amount.count(value);
    }
  }

  @Override
  public String benchmark() {
    return "soak";
  }

  @Override
  public String title() {
    return "Soak test";
  }

  @Override
  public String about() {
    return "Windows of 10,000 keys at a time at a steady rate. Each key lives for two minutes, one in"
        + " ten sleeps every other minute, some readings are an hour late and some a day ahead."
        + " Heap, state, threads and file handles are measured while the job runs. The paper has no such figure.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs runs = Runs.of(result);
    for (String backend : runs.values(BACKEND)) {
      content.finding(finding(backend, runs.where(BACKEND, backend)));
    }
    if (!runs.isEmpty()) {
      content.figure(figure(runs));
    }
    content.table(
        new Table(
            "In each quarter of the time, medians",
            2,
            List.of(BACKEND, "what", "first", "second", "third", "fourth"),
            runs.values(BACKEND).stream()
                .flatMap(backend -> rows(backend, runs.where(BACKEND, backend)))
                .toList()));
    return content;
  }

  private static String finding(String backend, Runs runs) {
    List<String> times = runs.values(SoakBenchmark.SECONDS);
    return "%s, %s minutes: %s rows, %s. The heap is %s in the second quarter of the time and %s in the last."
        .formatted(
            Labels.backend(backend),
            minutes(times.get(times.size() - 1)),
            Amount.exactCount(runs.median(Metric.ROWS_EXPECTED).orElse(0)),
            runs.exact() ? "all right" : "not all of them right",
            quarter(runs, 1, Held.HEAP_AFTER_GC),
            quarter(runs, 3, Held.HEAP_AFTER_GC));
  }

  private static String minutes(String seconds) {
    return Amount.count(Math.round(Double.parseDouble(seconds) / 6) / 10.0);
  }

  private static String quarter(Runs runs, int number, Held held) {
    List<String> times = runs.values(SoakBenchmark.SECONDS);
    double[] values =
        times.subList(number * times.size() / 4, (number + 1) * times.size() / 4).stream()
            .map(time -> runs.where(SoakBenchmark.SECONDS, time).median(held.metric))
            .filter(value -> value.isPresent())
            .mapToDouble(value -> value.getAsDouble())
            .toArray();
    return values.length == 0
        ? Amount.NONE
        : held.text(Sample.of(java.util.Arrays.stream(values)).median());
  }

  private static Figure figure(Runs runs) {
    List<Variant> legend =
        runs.values(BACKEND).stream()
            .map(
                backend ->
                    new Variant(
                        backend,
                        Labels.backend(backend),
                        backend.equals(HEAP) ? "--trilink" : "--way-2"))
            .toList();
    return new Figure(
        "Heap, state, threads and file handles over time",
        "By minutes. The heap is measured after a garbage collection; a checkpoint has keys, windows and"
            + " timers; files are those of RocksDB's working folder.",
        legend,
        Stream.of(Held.values()).map(held -> chart(runs, legend, held).panel(held.label)).toList());
  }

  private static Chart chart(Runs runs, List<Variant> legend, Held held) {
    List<String> times = runs.values(SoakBenchmark.SECONDS);
    Chart chart =
        new Chart("minutes", times.stream().map(SoakChapter::minutes).toList(), held.unit);
    for (Variant backend : legend) {
      Runs there = runs.where(BACKEND, backend.name());
      chart.line(
          backend,
          times.stream()
              .map(
                  time -> {
                    Runs at = there.where(SoakBenchmark.SECONDS, time);
                    return at.median(held.metric).isPresent()
                        ? Point.of(at.median(held.metric).getAsDouble() / held.scale)
                        : Optional.<Point>empty();
                  })
              .toList());
    }
    return chart;
  }

  private static Stream<Table.Row> rows(String backend, Runs runs) {
    return Stream.of(Held.values())
        .filter(held -> !backend.equals(HEAP) || held != Held.STATE_FILES)
        .map(
            held ->
                new Table.Row(
                    List.of(
                        Labels.backend(backend),
                        held.label,
                        quarter(runs, 0, held),
                        quarter(runs, 1, held),
                        quarter(runs, 2, held),
                        quarter(runs, 3, held)),
                    !runs.exact()));
  }
}
