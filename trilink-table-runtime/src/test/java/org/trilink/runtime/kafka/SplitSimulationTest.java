/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.simulation.Counts;
import org.trilink.runtime.simulation.Seeds;
import org.trilink.runtime.simulation.Simulator;

/**
 * Tests which reader reads which partition, and from which offset, with failures of readers,
 * checkpoints, restores at other parallelisms, and messages that are on their way meanwhile.
 */
class SplitSimulationTest {

  private static final int SEEDS = 2_000;
  private static final int MOST_DRAWS = 400;
  private static final Counts COUNTS = new Counts();

  private static Simulator<SplitStep> simulator(SplitFault fault, Counts counts) {
    return new Simulator<>(
        "Splits",
        SplitStep.class,
        MOST_DRAWS,
        random -> new SplitSimulation(random, fault, counts));
  }

  @ParameterizedTest
  @MethodSource("org.trilink.runtime.simulation.Seeds#parts")
  void nothingIsLostOrReadTwice(Seeds seeds) {
    seeds.run(simulator(SplitFault.NONE, COUNTS), SEEDS, getClass());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aFaultIsFoundAndShrunk(SplitFault fault) {
    Seeds.assertFinds(simulator(fault, new Counts()).withTries(500), 500);
  }

  @AfterAll
  static void allOfItHasHappened() {
    if (Seeds.areMany()) {
      assertThat(COUNTS.asMap())
          .containsKeys(
              "checkpoints",
              "checkpoints skipped",
              "jobs restarted",
              "readers failed",
              "splits restored");
    }
  }
}
