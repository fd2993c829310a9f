/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

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
 * Tests the protocol between placing operators and their coordinators, with failures, checkpoints,
 * restores from any of them, and calls that get lost or arrive late.
 */
@Tag("slow")
class PlacementSimulationTest {

  private static final int SEEDS = 60;
  private static final int MOST_DRAWS = 400;
  private static final Counts COUNTS = new Counts();

  private static Simulator<PlacementStep> simulator(PlacementFault fault, Counts counts) {
    return new Simulator<>(
        "Placement",
        PlacementStep.class,
        MOST_DRAWS,
        random -> new PlacementSimulation(random, fault, counts));
  }

  @ParameterizedTest
  @MethodSource("org.trilink.runtime.simulation.Seeds#parts")
  void aKeyHasOneKeyGroupForEver(Seeds seeds) {
    seeds.run(simulator(PlacementFault.NONE, COUNTS), SEEDS, getClass());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aFaultIsFoundAndShrunk(PlacementFault fault) {
    Seeds.assertFinds(simulator(fault, new Counts()).withTries(200), 500);
  }

  @AfterAll
  static void allOfItHasHappened() {
    if (Seeds.areMany()) {
      assertThat(COUNTS.asMap())
          .containsKeys(
              "ANSWER_IS_LOST",
              "IS_LOST",
              "checkpoints",
              "checkpoints aborted",
              "JobMasters restarted",
              "jobs restarted",
              "late requests",
              "regions restarted",
              "requests before all have reported");
    }
  }
}
