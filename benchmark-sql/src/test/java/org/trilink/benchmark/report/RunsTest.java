/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.result.Metric;

class RunsTest {

  private static final Runs RUNS = Runs.of(results().result());

  private static ResultBuilder results() {
    ResultBuilder result = new ResultBuilder("state");
    result.of("program", "disorder", "0.0").complete().runs(5);
    for (String backend : List.of("heap", "rocksdb")) {
      for (String keys : List.of("1000", "200")) {
        String[] place = {"disorder", "0.0", "backend", backend, "keys", keys};
        result.of("trilink", place).complete().runs(20, 40);
        result.of("flink", place).rows(9, 10, 1).runs(10);
      }
    }
    return result.of("flink", "phase", "tuning", "backend", "heap").runs(1);
  }

  @Test
  void placesAreOrderedByOneCoordinateAfterTheOther() {
    assertThat(RUNS.by("backend", "keys"))
        .extracting(place -> place.get("backend") + " " + place.get("keys"))
        .containsExactly("heap 200", "heap 1000", "rocksdb 200", "rocksdb 1000");
  }

  @Test
  void knowsTheSamePlaceOfAnotherVariant() {
    Runs trilink = RUNS.where("backend", "heap").where("keys", "200").variant("trilink");

    assertThat(trilink.text(Metric.RECORDS_PER_SECOND)).isEqualTo("30 [20 – 40]");
    assertThat(trilink.variant("flink").text(Metric.RECORDS_PER_SECOND)).isEqualTo("10");
    assertThat(trilink.anyVariant().variants(List.of("flink")))
        .extracting(Labels::variant)
        .containsExactly("Flink", "Trilink");
  }

  @Test
  void findsThePlaceOfOthers() {
    Runs heap = RUNS.where("backend", "heap");

    assertThat(RUNS.variant("flink").like(heap).count()).isEqualTo(2);
  }

  @Test
  void thoseWithoutACoordinateAreAtEachOfItsValues() {
    List<Runs> backends = RUNS.everywhere("backend").by("backend");

    assertThat(backends).hasSize(2);
    assertThat(backends).extracting(of -> of.variant("program").count()).containsOnly(1);
    assertThat(RUNS.by("backend")).extracting(of -> of.variant("program").count()).containsOnly(0);
  }

  @Test
  void runsOfAPhaseAreNotMeasured() {
    assertThat(RUNS.where("backend", "heap").variant("flink").count()).isEqualTo(2);
    assertThat(Runs.ofPhase(results().result(), "tuning").count()).isOne();
  }
}
