/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Verdict;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/**
 * The oracles expect just what the hand-written queries write. YSB needs Redis: see the benchmark.
 */
class HandWrittenQueryTest {

  private static final int ROWS = 200_000;

  @Test
  void lowVoltageFindsEveryMinuteAndAlert() {
    List<byte[]> windows = new ArrayList<>();
    List<byte[]> alerts = new ArrayList<>();
    Verdict verdict =
        run(
            "low-voltage",
            new LowVoltageByHand(windows::add, alerts::add),
            Map.of("voltage_windows", windows, "voltage_alerts", alerts));

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(alerts).isNotEmpty().hasSizeLessThan(windows.size());
  }

  @Test
  void bridgeFindsEveryAlert() {
    List<byte[]> alerts = new ArrayList<>();
    Verdict verdict = run("bridge", new BridgeByHand(alerts::add), Map.of("bridge_alerts", alerts));

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(alerts).isNotEmpty();
  }

  @Test
  void aLineThatIsNotGeneratedEndsTheProgram() {
    LowVoltageByHand query = new LowVoltageByHand(row -> {}, row -> {});
    byte[] line = "{\"sensor_id\": 1, \"volts\": 2}".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> query.accept(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from byte 15 on")
        .hasMessageContaining("\"volts\": 2");
  }

  private static Verdict run(
      String workloadName, HandWrittenQuery query, Map<String, List<byte[]>> results) {
    Workload workload = Workloads.byName(workloadName);
    GeneratorDefaults defaults = workload.defaults();
    Oracle<?> oracle = workload.mainQuery().newOracle();
    workload
        .generate(new GeneratorOptions(ROWS, defaults.keys(), 0.5, defaults.skew(), 0, 1))
        .forEachRemaining(
            line -> {
              oracle.accept(line);
              query.accept(line);
            });
    query.finish();
    return oracle.verify(result -> results.get(((ResultTopic) result).name()));
  }
}
