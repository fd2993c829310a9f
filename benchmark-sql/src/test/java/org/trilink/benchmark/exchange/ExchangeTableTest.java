/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;

class ExchangeTableTest {

  private static final double READINGS = 100_000;

  @Test
  void setsEachRunAgainstThePlainExchangeAtTheSameRate() {
    List<Measurement> runs =
        List.of(
            run("shuffle", "10mbit", 2_000_000, 50_000, 90),
            run("local-merge", "10mbit", 30_000, 100_000, 90),
            run("local-merge", "10mbit", 30_000, 300_000, 89),
            run("local-merge", "10mbit", 30_000, 200_000, 90),
            run("shuffle", "none", 2_000_000, 400_000, 90),
            run("local-merge", "none", 40_000, 200_000, 90));

    assertThat(new ExchangeTable(runs).lines())
        .containsExactly(
            "links     exchange       readings/s                  range  of plain's  CPU us/reading  bytes/reading"
                + "    of plain's           rows right",
            "10mbit    shuffle            50,000        50,000 - 50,000       1.00x           2.500         20.000"
                + "      100.00 %             90 of 90",
            "10mbit    local-merge       200,000      100,000 - 300,000       4.00x           2.500          0.300"
                + "        1.50 %             89 of 90",
            "none      shuffle           400,000      400,000 - 400,000       1.00x           2.500         20.000"
                + "      100.00 %             90 of 90",
            "none      local-merge       200,000      200,000 - 200,000       0.50x           2.500          0.400"
                + "        2.00 %             90 of 90");
  }

  @Test
  void tellsWhatPartOfAPlainExchangeGoesToAnotherNode() {
    Measurement four =
        measurement(
            new Trial("shuffle", Map.of("nodes", "4"), 0),
            Map.of(
                Metric.BYTES_BETWEEN_TASK_MANAGERS, 750_000d,
                Metric.BYTES_WITHIN_TASK_MANAGERS, 250_000d));
    Measurement one =
        measurement(
            new Trial("shuffle", Map.of("nodes", "1"), 0),
            Map.of(Metric.BYTES_BETWEEN_TASK_MANAGERS, 0d, Metric.BYTES_WITHIN_TASK_MANAGERS, 0d));

    assertThat(new ExchangeTable(List.of(four, one)).lines())
        .endsWith(
            "a plain exchange, nodes 4: 75.0 % of 1,000,000 bytes go to another node",
            "a plain exchange, nodes 1: 0.0 % of 0 bytes go to another node");
  }

  private static Measurement run(
      String variant, String rate, double bytes, double perSecond, double right) {
    return measurement(
        new Trial(variant, Map.of("nodes", "4", ExchangeTable.LINK_RATE, rate), 0),
        Map.of(
            Metric.RECORDS, READINGS,
            Metric.RECORDS_PER_SECOND, perSecond,
            Metric.CPU_PER_RECORD, 2.5,
            Metric.BYTES_BETWEEN_TASK_MANAGERS, bytes,
            Metric.ROWS_RIGHT, right,
            Metric.ROWS_EXPECTED, 90d));
  }

  private static Measurement measurement(Trial trial, Map<Metric, Double> values) {
    return new Measurement(
        trial, "2026-01-01T00:00:00Z", true, values, List.of(), List.of(), List.of());
  }
}
