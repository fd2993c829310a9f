/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.BalancePoint;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Machine;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;

/** A benchmark's result, made by hand. */
final class ResultBuilder {

  private static final String STARTED = "2026-01-02T03:04:05Z";

  private final String benchmark;
  private final List<Measurement> measurements = new ArrayList<>();
  private final Map<String, String> settings = new HashMap<>(Map.of("seed", "1"));
  private boolean quick;
  private boolean finished = true;

  ResultBuilder(String benchmark) {
    this.benchmark = benchmark;
  }

  ResultBuilder quick() {
    quick = true;
    return this;
  }

  ResultBuilder unfinished() {
    finished = false;
    return this;
  }

  ResultBuilder setting(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /** Runs of one variant in one situation. */
  final class Situation {

    private final String variant;
    private final Map<String, String> coordinates;
    private final Map<Metric, Double> values = new EnumMap<>(Metric.class);
    private List<Long> loads = List.of();
    private List<BalancePoint> balance = List.of();
    private boolean exact = true;

    private Situation(String variant, Map<String, String> coordinates) {
      this.variant = variant;
      this.coordinates = coordinates;
    }

    Situation value(Metric metric, double value) {
      values.put(metric, value);
      return this;
    }

    /** All rows right, of a million records. */
    Situation complete() {
      return rows(10_000, 10_000, 0);
    }

    Situation rows(double right, double expected, double lost) {
      exact = right == expected && lost == 0;
      return value(Metric.RECORDS, 1_000_000)
          .value(Metric.ROWS_RIGHT, right)
          .value(Metric.ROWS_EXPECTED, expected)
          .value(Metric.RECORDS_LOST, lost);
    }

    Situation loads(List<Long> loads) {
      this.loads = loads;
      return this;
    }

    Situation balance(List<BalancePoint> points) {
      balance = points;
      return this;
    }

    /** One run for each throughput; a single one without if there is none. */
    ResultBuilder runs(double... recordsPerSecond) {
      int rounds = Math.max(1, recordsPerSecond.length);
      for (int round = 0; round < rounds; round++) {
        Map<Metric, Double> all = new EnumMap<>(Metric.class);
        all.putAll(values);
        if (recordsPerSecond.length > 0) {
          all.put(Metric.RECORDS_PER_SECOND, recordsPerSecond[round]);
          all.put(Metric.SECONDS, 1e6 / recordsPerSecond[round]);
          all.put(Metric.CPU_PER_RECORD, 1e6 / recordsPerSecond[round]);
        }
        measurements.add(
            new Measurement(
                new Trial(variant, coordinates, round),
                STARTED,
                exact,
                all,
                loads,
                balance,
                List.of()));
      }
      return ResultBuilder.this;
    }
  }

  /**
   * @param coordinates names and values by turns
   */
  Situation of(String variant, String... coordinates) {
    Map<String, String> situation = new HashMap<>();
    for (int i = 0; i < coordinates.length; i += 2) {
      situation.put(coordinates[i], coordinates[i + 1]);
    }
    return new Situation(variant, situation);
  }

  BenchmarkResult result() {
    return new BenchmarkResult(
        benchmark,
        quick,
        STARTED,
        finished,
        "0123abc",
        new Machine("A Processor", 2, 8L << 30, "Linux 6.1"),
        Map.of("Flink", "1.14.6", "Kafka", "2.8.2"),
        settings,
        measurements);
  }

  /** Writes it as a benchmark would. */
  void write(Path folder) throws IOException {
    String name = benchmark + (quick ? "-quick" : "") + ".json";
    new ObjectMapper().writeValue(folder.resolve(name).toFile(), result());
  }
}
