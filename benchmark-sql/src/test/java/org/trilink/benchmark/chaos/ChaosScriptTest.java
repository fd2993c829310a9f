/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.local.ClusterServers;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.ScriptPlan;
import org.trilink.launcher.local.SqlScript;
import org.trilink.launcher.local.TrilinkHome;

/** The scripts that chaos runs submit, by their plans. */
class ChaosScriptTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | watermark.order=by-key (key.fields of voltage_readings: [sensor_id])",
        "false | watermark.order=any (table voltage_readings has no 'key.fields')",
      })
  void withoutRecordKeysFlinksWatermarkIsTheFloor(boolean recordKeys, String order) {
    SqlScript script =
        new ChaosScript(options(recordKeys), TrilinkHome.current())
            .on(new ClusterServers("127.0.0.1:1", Optional.empty()), "", 2, Optional.empty());

    assertThat(ScriptPlan.of(script, 2).text()).contains(order);
  }

  private static ChaosOptions options(boolean recordKeys) {
    Workload workload = Workloads.byName("low-voltage");
    return new ChaosOptions(
        workload,
        workload.mainQuery(),
        Engine.TRILINK,
        Map.of("exchange", "shuffle"),
        StateBackend.HEAP,
        Store.REDIS,
        Set.of(FaultKind.KILL_TM),
        Duration.ofMinutes(1),
        1_000,
        recordKeys,
        2,
        new GeneratorOptions(1_000, 10, 0, Duration.ZERO, 0, 1),
        Path.of("work"));
  }
}
