/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.simulation.Counts;
import org.trilink.runtime.simulation.Seeds;
import org.trilink.runtime.simulation.Simulator;

/**
 * Tests the protocol of a Sync, with everything that Flink may do at the same time: random jobs,
 * each of which must have the same results as without any Sync.
 */
@Tag("slow")
class SyncSimulationTest {

  private static final int SEEDS = 2_000;
  private static final int MOST_DRAWS = 1_500;
  private static final Counts COUNTS = new Counts();

  private static Simulator<SyncStep> simulator(SyncFault fault, Counts counts) {
    return new Simulator<>(
        "Sync", SyncStep.class, MOST_DRAWS, random -> new SimulatedJob(random, fault, counts));
  }

  @ParameterizedTest
  @MethodSource("org.trilink.runtime.simulation.Seeds#parts")
  void nothingIsLostOrDoubledOrOutOfOrder(Seeds seeds) {
    seeds.run(simulator(SyncFault.NONE, COUNTS), SEEDS, getClass());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aFaultIsFoundAndShrunk(SyncFault fault) {
    Seeds.assertFinds(simulator(fault, new Counts()).withTries(500), 10_000);
  }

  @AfterAll
  static void allOfItHasHappened() {
    if (Seeds.areMany()) {
      for (SyncOutcome outcome : SyncOutcome.values()) {
        assertThat(COUNTS.asMap()).containsKey("Syncs " + outcome);
      }
      assertThat(COUNTS.asMap())
          .containsKeys(
              "input waits",
              "time-outs after go",
              "jobs restarted",
              "JobManagers failed",
              "late records",
              "regions restarted",
              "too much held",
              "words of a former attempt");
    }
  }
}
