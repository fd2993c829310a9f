/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.run.CountOracle;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Verdict;

class SwitchWorkloadTest {

  private static final int PHASE = 2_000;

  private final BusyKeys keys = new BusyKeys(1_000, 4, 2, 1);
  private final SwitchWorkload input = new SwitchWorkload(keys, 500, PHASE, 500 + 2 * PHASE, 1);

  @Test
  void theBusiestKeyChangesBehindAPhase() {
    List<JsonNode> readings = new ArrayList<>();
    input
        .generate(input.options())
        .forEachRemaining(line -> readings.add(FlinkJson.parse(line).orElseThrow()));

    assertThat(readings).hasSize(500 + 2 * PHASE);
    List<JsonNode> first = readings.subList(0, 500 + PHASE);
    List<JsonNode> second = readings.subList(500 + PHASE, readings.size());
    assertThat(busiest(first)).isEqualTo(keys.key(0, 0));
    assertThat(busiest(second)).isEqualTo(keys.key(1, 0));
  }

  private static long busiest(List<JsonNode> readings) {
    int[] counts = new int[1_000];
    readings.forEach(reading -> counts[reading.get("id").asInt()]++);
    int busiest = 0;
    for (int id = 0; id < counts.length; id++) {
      busiest = counts[id] > counts[busiest] ? id : busiest;
    }
    return busiest;
  }

  @Test
  void theOracleCountsTheReadingsOfADevice() {
    ResultTopic topic = new ResultTopic("rows", "rows");
    CountOracle oracle = CountOracle.ofEachReading(topic, row -> row.get(0) != 3);
    accept(oracle, 1);
    accept(oracle, 2);
    accept(oracle, 3);
    accept(oracle, 1);
    oracle.accept("{".getBytes(UTF_8));

    assertThat(oracle.expectedRows())
        .toIterable()
        .extracting(row -> new String(row, UTF_8))
        .containsExactly(
            "{\"id\":1,\"readings\":1}", "{\"id\":1,\"readings\":2}", "{\"id\":2,\"readings\":1}");
    assertThat(oracle.unreadable()).isEqualTo(1);
    Verdict verdict =
        oracle.verify(
            result ->
                Stream.of(
                        "{\"id\":1,\"readings\":2}",
                        "{\"id\":1,\"readings\":2.0}",
                        "{\"id\":1,\"readings\":3}",
                        "{\"id\":1,\"readings\":1,\"more\":1}")
                    .map(row -> row.getBytes(UTF_8))
                    .toList());
    assertThat(verdict.mainResult().matching()).isEqualTo(1);
    assertThat(verdict.mainResult().unexpected()).isEqualTo(3);
    assertThat(verdict.mainResult().missing()).isEqualTo(2);
    assertThat(verdict.coverage()).isEmpty();
  }

  private static void accept(CountOracle oracle, int id) {
    oracle.accept("{\"id\":%d,\"ts\":7}".formatted(id).getBytes(UTF_8));
  }

  @Test
  void oneReadingInSixteenIsChosen() {
    assertThat(IntStream.range(0, 1_600).filter(n -> Digests.choose(n, 1))).hasSizeBetween(60, 140);
  }
}
