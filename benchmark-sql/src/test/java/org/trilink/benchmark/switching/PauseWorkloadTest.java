/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.trilink.examples.workload.FlinkJson;

class PauseWorkloadTest {

  private static final int DEVICES = 8;
  private static final int PHASE = 100;
  private static final int STATE = 1_000;

  private final PauseWorkload input = new PauseWorkload(DEVICES, STATE, 3, PHASE);
  private final int[] subtaskOf =
      HashSubtasks.of(1_000, HashSubtasks.TRILINKS_KEY_GROUPS, PauseWorkload.SUBTASKS);

  @Test
  void busyDevicesAreFirstOnBothSubtasksThenOnOne() {
    List<JsonNode> readings = readings();

    assertThat(subtasks(readings, 0)).containsExactlyInAnyOrder(0, 1);
    assertThat(subtasks(readings, 1)).containsExactly(0);
    assertThat(subtasks(readings, 2)).containsExactly(1);
    assertThat(subtasks(readings, 3)).containsExactly(0);
  }

  @Test
  void eachBusyDeviceHasItsStateOnce() {
    assertThat(readings().stream().filter(reading -> reading.get("size").asInt() == STATE))
        .hasSize(3 * DEVICES)
        .extracting(reading -> reading.get("id").asInt())
        .doesNotHaveDuplicates();
  }

  private List<JsonNode> readings() {
    List<JsonNode> readings = new ArrayList<>();
    input
        .generate(input.options())
        .forEachRemaining(line -> readings.add(FlinkJson.parse(line).orElseThrow()));
    assertThat(readings).hasSize((int) input.rows());
    return readings;
  }

  private Set<Integer> subtasks(List<JsonNode> readings, int phase) {
    Set<Integer> subtasks = new HashSet<>();
    readings
        .subList(phase * PHASE, (phase + 1) * PHASE)
        .forEach(reading -> subtasks.add(subtaskOf[reading.get("id").asInt()]));
    return subtasks;
  }
}
