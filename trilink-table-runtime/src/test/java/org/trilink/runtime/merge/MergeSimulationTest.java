/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.simulation.Counts;
import org.trilink.runtime.simulation.Seeds;
import org.trilink.runtime.simulation.Simulator;
import redis.clients.jedis.Jedis;

/**
 * Tests the fences of a global merge on a real Redis: no record is lost or counted twice, whichever
 * attempt fails at whichever request, and whichever request arrives late.
 */
@Tag("slow")
class MergeSimulationTest {

  private static final int SEEDS = 100;
  private static final int MOST_DRAWS = 400;
  private static final Counts COUNTS = new Counts();

  private static RedisTestServer redis;

  @BeforeAll
  static void start() throws Exception {
    redis = RedisTestServer.started("");
  }

  private static Simulator<MergeStep> simulator(MergeFault fault, Counts counts) {
    return new Simulator<>(
        "Merge",
        MergeStep.class,
        MOST_DRAWS,
        random -> {
          try (Jedis connection = redis.connect()) {
            connection.flushAll();
          }
          return new MergeSimulation(redis.address(), random, fault, counts);
        });
  }

  @ParameterizedTest
  @MethodSource("org.trilink.runtime.simulation.Seeds#parts")
  void nothingIsLostOrCountedTwice(Seeds seeds) {
    seeds.run(simulator(MergeFault.NONE, COUNTS), SEEDS, getClass());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aFaultIsFoundAndShrunk(MergeFault fault) {
    Seeds.assertFinds(simulator(fault, new Counts()).withTries(500), 500);
  }

  @AfterAll
  static void stop() throws Exception {
    redis.close();
    if (Seeds.areMany()) {
      assertThat(COUNTS.asMap())
          .containsKeys(
              "checkpoints",
              "given up",
              "idle",
              "jobs restarted",
              "late requests",
              "late requests refused",
              "new jobs",
              "replaced by a late attempt",
              "subtasks failed");
    }
  }
}
