/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;
import org.trilink.benchmark.run.StateBackend;

/**
 * Whether what a job holds has levelled off: keys come and go all the time, so in the last quarter
 * of it there must not be much more than in the second. In the first, state fills.
 */
final class Levels {

  /** In the last quarter there may be so many times as much as in the second. */
  private static final double MOST = 1.5;

  private static final List<Metric> HELD =
      List.of(
          Metric.HEAP_BYTES,
          Metric.CHECKPOINT_BYTES,
          Metric.STATE_FILES_BYTES,
          Metric.KEYS_IN_STATE,
          Metric.THREADS,
          Metric.FILE_HANDLES);

  private Levels() {}

  /**
   * Lists what has risen.
   *
   * @param times all measurements of finished runs
   * @return a line for each backend and level that has not levelled off, with both
   */
  static List<String> rising(List<Measurement> times) {
    Map<String, List<Measurement>> byBackend =
        times.stream()
            .sorted(Comparator.comparingLong(Levels::seconds))
            .collect(
                Collectors.groupingBy(
                    time -> time.trial().situation().get(StateBackend.COORDINATE),
                    TreeMap::new,
                    Collectors.toList()));
    List<String> lines = new ArrayList<>();
    byBackend.forEach(
        (backend, ofIt) -> HELD.forEach(held -> addIfRising(lines, backend, ofIt, held)));
    return lines;
  }

  private static long seconds(Measurement time) {
    return Long.parseLong(time.trial().situation().get(SoakBenchmark.SECONDS));
  }

  private static void addIfRising(
      List<String> lines, String backend, List<Measurement> times, Metric held) {
    int quarter = times.size() / 4;
    double second = level(times.subList(quarter, 2 * quarter), held);
    double last = level(times.subList(times.size() - quarter, times.size()), held);
    if (last > MOST * second) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s: %s not levelled off, %,.0f in the second quarter of the time and %,.0f in the last",
              backend,
              held.name().toLowerCase(Locale.ROOT).replace('_', ' '),
              second,
              last));
    }
  }

  /** The median; of RocksDB's files, which grow until they are compacted, the greatest. */
  private static double level(List<Measurement> times, Metric held) {
    Sample values = Sample.of(times.stream().mapToDouble(time -> time.value(held).orElse(0)));
    return held == Metric.STATE_FILES_BYTES ? values.max() : values.median();
  }
}
