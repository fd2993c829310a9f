/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;

class ResultTableTest {

  private static final Map<String, String> SITUATION = Map.of("nodes", "2");

  @Test
  void setsMediansRangesAndLossesBesideEachOther() {
    List<Measurement> runs =
        List.of(
            new Measurement(
                new Trial(ResultTable.BARE_CONSUMER, SITUATION, 0),
                "",
                true,
                Map.of(Metric.RECORDS_PER_SECOND, 4000.0),
                List.of(),
                List.of(),
                List.of()),
            run(ResultTable.HAND_WRITTEN, 0, 3000, 100, 0),
            run("flink", 0, 1000, 90, 7),
            run("trilink", 0, 2000, 100, 0),
            run("flink", 1, 1400, 80, 9),
            run("trilink", 1, 2000, 100, 0),
            run("flink", 2, 900, 95, 5),
            run("trilink", 2, 2600, 100, 0));

    assertThat(new ResultTable(runs).lines())
        .containsExactly(
            "situation  variant                  records/s  of bare  of hand-written  of flink   rows right"
                + "  records lost",
            "nodes 2    bare consumer                4,000                   133.3 %     4.00x",
            "nodes 2    hand-written                 3,000   75.0 %                      3.00x   100 of 100"
                + "             0",
            "nodes 2    flink            1,000 [900-1,400]   25.0 %           33.3 %            80 of 100 !"
                + "             9",
            "nodes 2    trilink        2,000 [2,000-2,600]   50.0 %           66.7 %     2.00x   100 of 100"
                + "             0");
  }

  @Test
  void leavesOutWhatOnlyChoseSettings() {
    Measurement tuning =
        new Measurement(
            new Trial("flink", Map.of("phase", "tuning"), 0),
            "",
            true,
            Map.of(),
            List.of(),
            List.of(),
            List.of());

    assertThat(new ResultTable(List.of(tuning)).lines()).hasSize(1);
  }

  @Test
  void setsAProgramBesideTheEnginesOnEachBackend() {
    List<Measurement> runs =
        List.of(
            rate(ResultTable.HAND_WRITTEN, SITUATION, 4_000),
            rate("flink", Map.of("nodes", "2", "backend", "heap"), 1_000),
            rate("trilink", Map.of("nodes", "2", "backend", "heap"), 2_000),
            rate("flink", Map.of("nodes", "2", "backend", "rocksdb"), 500),
            rate("trilink", Map.of("nodes", "2", "backend", "rocksdb"), 400));

    assertThat(new ResultTable(runs).lines())
        .containsExactly(
            "situation                 variant       records/s  of hand-written  of flink",
            "nodes 2                   hand-written      4,000",
            "backend heap, nodes 2     flink             1,000           25.0 %",
            "backend heap, nodes 2     trilink           2,000           50.0 %     2.00x",
            "backend rocksdb, nodes 2  flink               500           12.5 %",
            "backend rocksdb, nodes 2  trilink             400           10.0 %     0.80x");
  }

  @Test
  void showsLatenciesOfRunsWithoutARate() {
    Measurement run =
        new Measurement(
            new Trial("flink", SITUATION, 0),
            "",
            true,
            Map.of(Metric.LATENCY_P99, 250.0, Metric.COLD_START_MILLIS, 1_200.0),
            List.of(),
            List.of(),
            List.of());

    assertThat(new ResultTable(List.of(run)).lines())
        .containsExactly(
            "situation  variant  latency p99 ms  cold start ms",
            "nodes 2    flink               250          1,200");
  }

  @Test
  void setsWhatGoesBetweenNodesBesideThatOfAPlainExchange() {
    List<Measurement> runs =
        List.of(
            bytes("shuffle", 750_000, 250_000),
            bytes("local-merge", 7_500, 7_500),
            bytes("global-merge", 0, 0));

    assertThat(new ResultTable(runs).lines())
        .containsExactly(
            "situation  variant       bytes between nodes  bytes/record  of shuffle's bytes"
                + "  of all bytes",
            "nodes 2    shuffle                   750,000         7.500"
                + "                            75.0 %",
            "nodes 2    local-merge                 7,500         0.075               1.0 %"
                + "        50.0 %",
            "nodes 2    global-merge                    0         0.000               0.0 %"
                + "         0.0 %");
  }

  private static Measurement bytes(String variant, double between, double within) {
    return new Measurement(
        new Trial(variant, SITUATION, 0),
        "",
        true,
        Map.of(
            Metric.RECORDS, 100_000.0,
            Metric.BYTES_BETWEEN_TASK_MANAGERS, between,
            Metric.BYTES_WITHIN_TASK_MANAGERS, within),
        List.of(),
        List.of(),
        List.of());
  }

  private static Measurement rate(String variant, Map<String, String> situation, double perSecond) {
    return new Measurement(
        new Trial(variant, situation, 0),
        "",
        true,
        Map.of(Metric.RECORDS_PER_SECOND, perSecond),
        List.of(),
        List.of(),
        List.of());
  }

  private static Measurement run(
      String variant, int round, double perSecond, double right, double lost) {
    return new Measurement(
        new Trial(variant, SITUATION, round),
        "",
        right == 100,
        Map.of(
            Metric.RECORDS_PER_SECOND, perSecond,
            Metric.ROWS_EXPECTED, 100.0,
            Metric.ROWS_RIGHT, right,
            Metric.RECORDS_LOST, lost),
        List.of(),
        List.of(),
        List.of());
  }
}
