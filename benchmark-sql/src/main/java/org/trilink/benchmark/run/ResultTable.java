/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/**
 * Runs as a table for people: a line a situation and variant, with the columns of what was
 * measured. Of several runs it has the median, and the least and greatest value in brackets; of
 * rows and losses the worst. Runs that only chose settings are left out.
 */
public final class ResultTable {

  /** The variant that is the ceiling for those in the same situation. */
  public static final String BARE_CONSUMER = "bare consumer";

  /** The variant that does the same work without an engine. */
  public static final String HAND_WRITTEN = "hand-written";

  private static final String FLINK = "flink";

  /** The variant that sends each record through the exchange, and nothing else. */
  private static final String SHUFFLE = "shuffle";

  private static final String PHASE = "phase";
  private static final String GAP = "  ";

  private final Map<List<Object>, List<Measurement>> rows = new LinkedHashMap<>();
  private final Map<String, Function<List<Measurement>, String>> columns = new LinkedHashMap<>();

  /** A table of these runs. */
  public ResultTable(List<Measurement> measurements) {
    for (Measurement run : measurements) {
      if (!Tuning.PHASE.equals(run.trial().situation().get(PHASE))) {
        rows.computeIfAbsent(
                key(run.trial().situation(), run.trial().variant()), key -> new ArrayList<>())
            .add(run);
      }
    }
    columns.put("situation", runs -> situation(runs.get(0)));
    columns.put("variant", runs -> runs.get(0).trial().variant());
    columns.put("records/s", runs -> range(runs, Metric.RECORDS_PER_SECOND, 1));
    columns.put("of bare", runs -> share(runs, BARE_CONSUMER));
    columns.put("of hand-written", runs -> share(runs, HAND_WRITTEN));
    columns.put("of flink", runs -> multiple(runs, FLINK));
    columns.put("of shuffle", runs -> multiple(runs, SHUFFLE));
    columns.put("CPU us/record", runs -> range(runs, Metric.CPU_PER_RECORD, 1e3));
    columns.put("rows right", ResultTable::rowsRight);
    columns.put("records lost", runs -> worst(runs, Metric.RECORDS_LOST));
    columns.put("latency p50 ms", runs -> range(runs, Metric.LATENCY_P50, 1));
    columns.put("latency p99 ms", runs -> range(runs, Metric.LATENCY_P99, 1));
    columns.put("cold start ms", runs -> range(runs, Metric.COLD_START_MILLIS, 1));
    columns.put("bytes between nodes", runs -> range(runs, Metric.BYTES_BETWEEN_TASK_MANAGERS, 1));
    columns.put("bytes/record", ResultTable::bytesOfRecord);
    columns.put("of shuffle's bytes", this::shareOfBytes);
    columns.put("of all bytes", ResultTable::partBetween);
    columns.put("balance degree", runs -> range(runs, Metric.BALANCE_DEGREE, 1e3));
    columns.put("extra compute time", runs -> range(runs, Metric.EXTRA_COMPUTE_TIME, 1e3));
    columns.put("checkpoint bytes", runs -> range(runs, Metric.CHECKPOINT_BYTES, 1));
    columns.put("checkpoint ms", runs -> range(runs, Metric.CHECKPOINT_MILLIS, 1));
    columns.put("checkpoints", runs -> range(runs, Metric.CHECKPOINTS, 1));
    columns.put("checkpoint pause p50 ms", runs -> range(runs, Metric.CHECKPOINT_PAUSE_P50, 1));
    columns.put("checkpoint pause max ms", runs -> range(runs, Metric.CHECKPOINT_PAUSE_MAX, 1));
    columns.put("syncs", runs -> range(runs, Metric.SYNCS, 1));
    columns.put("keys moved", runs -> range(runs, Metric.KEYS_MOVED, 1));
    columns.put("state moved", runs -> range(runs, Metric.STATE_MOVED, 1));
    columns.put("pause p50 ms", runs -> range(runs, Metric.PAUSE_P50, 1));
    columns.put("pause p99 ms", runs -> range(runs, Metric.PAUSE_P99, 1));
    columns.put("pause max ms", runs -> range(runs, Metric.PAUSE_MAX, 1));
    columns.put("longest gap in output ms", runs -> range(runs, Metric.OUTPUT_GAP_MAX, 1));
  }

  private static String situation(Measurement run) {
    return run.trial().situation().entrySet().stream()
        .map(coordinate -> coordinate.getKey() + " " + coordinate.getValue())
        .collect(Collectors.joining(", "));
  }

  /**
   * The median and the range, rounded; empty if no run tells.
   *
   * @param parts into how many parts of one it is rounded
   */
  private static String range(List<Measurement> runs, Metric metric, double parts) {
    return Sample.of(runs, metric).map(sample -> range(sample, parts)).orElse("");
  }

  private static String range(Sample sample, double parts) {
    String median = number(sample.median(), parts);
    return sample.runs() == 1
        ? median
        : "%s [%s-%s]".formatted(median, number(sample.min(), parts), number(sample.max(), parts));
  }

  private static String number(double value, double parts) {
    return parts == 1
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.3f", Math.round(value * parts) / parts);
  }

  /**
   * The throughput as a part of another variant's in the same situation, in percent; empty if it
   * cannot be told.
   */
  private String share(List<Measurement> runs, String whole) {
    return ratio(runs, whole).map(ResultTable::percent).orElse("");
  }

  /** How many times another variant's throughput in the same situation it is. */
  private String multiple(List<Measurement> runs, String whole) {
    return ratio(runs, whole).map(times -> String.format(Locale.ROOT, "%.2fx", times)).orElse("");
  }

  private Optional<Double> ratio(List<Measurement> runs, String whole) {
    return others(runs, whole).flatMap(others -> quotient(rate(runs), rate(others)));
  }

  private static Optional<Double> rate(List<Measurement> runs) {
    return median(runs, Metric.RECORDS_PER_SECOND);
  }

  private static Optional<Double> median(List<Measurement> runs, Metric metric) {
    return Sample.of(runs, metric).map(Sample::median);
  }

  private static Optional<Double> quotient(Optional<Double> part, Optional<Double> whole) {
    return part.flatMap(some -> whole.map(all -> some / all));
  }

  /** The runs of another variant in the same situation; empty if there are none. */
  private Optional<List<Measurement>> others(List<Measurement> runs, String variant) {
    Map<String, String> situation = runs.get(0).trial().situation();
    return Optional.ofNullable(
            rows.getOrDefault(
                key(situation, variant), rows.get(key(withoutBackend(situation), variant))))
        .filter(others -> others != runs);
  }

  /** The bytes on the links between nodes, by the records that are read. */
  private static String bytesOfRecord(List<Measurement> runs) {
    return betweenOfRecord(runs).map(bytes -> number(bytes, 1e3)).orElse("");
  }

  private static Optional<Double> betweenOfRecord(List<Measurement> runs) {
    return quotient(median(runs, Metric.BYTES_BETWEEN_TASK_MANAGERS), median(runs, Metric.RECORDS));
  }

  /** The bytes between nodes, in percent of those of each record by itself. */
  private String shareOfBytes(List<Measurement> runs) {
    return others(runs, SHUFFLE)
        .flatMap(plain -> quotient(betweenOfRecord(runs), betweenOfRecord(plain)))
        .map(ResultTable::percent)
        .orElse("");
  }

  /** The bytes between nodes, in percent of all that go from task to task. */
  private static String partBetween(List<Measurement> runs) {
    double between = median(runs, Metric.BYTES_BETWEEN_TASK_MANAGERS).orElse(0.0);
    return median(runs, Metric.BYTES_WITHIN_TASK_MANAGERS)
        .map(within -> between == 0 ? 0 : between / (between + within))
        .map(ResultTable::percent)
        .orElse("");
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static List<Object> key(Map<String, String> situation, String variant) {
    return List.of(situation, variant);
  }

  /** A program without an engine is run once for all state backends. */
  private static Map<String, String> withoutBackend(Map<String, String> situation) {
    Map<String, String> rest = new TreeMap<>(situation);
    rest.remove(StateBackend.COORDINATE);
    return rest;
  }

  private static String rowsRight(List<Measurement> runs) {
    return runs.stream()
        .filter(run -> run.value(Metric.ROWS_RIGHT).isPresent())
        .min(Comparator.comparingDouble(run -> run.value(Metric.ROWS_RIGHT).getAsDouble()))
        .map(ResultTable::rowsRight)
        .orElse("");
  }

  private static String rowsRight(Measurement run) {
    return String.format(
        Locale.ROOT,
        "%,.0f of %,.0f%s",
        run.value(Metric.ROWS_RIGHT).orElseThrow(),
        run.value(Metric.ROWS_EXPECTED).orElseThrow(),
        run.exact() ? "" : " !");
  }

  private static String worst(List<Measurement> runs, Metric metric) {
    return Sample.of(runs, metric).map(sample -> number(sample.max(), 1)).orElse("");
  }

  /** A head, and a line each. */
  public List<String> lines() {
    List<List<String>> cells = new ArrayList<>();
    columns.forEach(
        (name, cell) -> {
          List<String> column = new ArrayList<>(List.of(name));
          rows.values().forEach(runs -> column.add(cell.apply(runs)));
          if (column.stream().skip(1).anyMatch(text -> !text.isEmpty())) {
            cells.add(column);
          }
        });
    List<String> lines = new ArrayList<>();
    for (int line = 0; line <= rows.size(); line++) {
      lines.add(line(cells, line));
    }
    return lines;
  }

  private static String line(List<List<String>> columns, int line) {
    StringBuilder text = new StringBuilder();
    for (int column = 0; column < columns.size(); column++) {
      List<String> cells = columns.get(column);
      int width = cells.stream().mapToInt(String::length).max().orElse(0);
      // situation and variant are texts, all others are numbers
      text.append(
              String.format(column < 2 ? "%-" + width + "s" : "%" + width + "s", cells.get(line)))
          .append(GAP);
    }
    return text.toString().stripTrailing();
  }
}
