/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sync.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the protocol of a Sync, with everything that Flink may do at the same time: thousands of
 * random jobs, each of which must have the same results as without any Sync.
 *
 * <p>{@code -Dtrilink.sync-jobs=N} sets the number of jobs per seed, {@code
 * -Dtrilink.sync-job=SEED} runs one again.
 */
@Tag("slow")
class SyncModelTest {

  private static final int JOBS = Integer.getInteger("trilink.sync-jobs", 400);
  private static final Map<String, Integer> COUNTS = new TreeMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void nothingIsLostOrDoubledOrOutOfOrder(long seed) {
    Long only = Long.getLong("trilink.sync-job");
    for (int job = 0; job < JOBS; job++) {
      run(only == null ? seed * 1_000_000 + job : only);
    }
  }

  private static void run(long seed) {
    // the first numbers of generators with adjacent seeds are similar
    Random random = new Random(new SplittableRandom(seed).nextLong());
    SimulatedJob job = new SimulatedJob(random, COUNTS);
    try {
      job.run();
    } catch (Exception | AssertionError e) {
      throw new AssertionError("Job " + seed + " (" + job.setup + "): " + e.getMessage(), e);
    }
  }

  @AfterAll
  static void allOfItHasHappened() {
    System.out.println(COUNTS);
    for (SyncOutcome outcome : SyncOutcome.values()) {
      assertThat(COUNTS).containsKey("Syncs " + outcome);
    }
    assertThat(COUNTS)
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
