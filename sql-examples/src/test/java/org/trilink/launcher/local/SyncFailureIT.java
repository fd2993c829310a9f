/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes of a real cluster, and the Redis server of their control channel, fail in the middle of
 * Syncs, while checkpoints are taken all the time. The results must be exact. Every build tests one
 * step of a Sync; {@code -Dtrilink.sync-failures=all} tests all of them, {@code
 * =before-PutIn,after-Done} these two.
 */
class SyncFailureIT {

  /** Messages of a Sync that TaskManagers handle, in order. */
  private static final List<String> TO_TASK_MANAGERS =
      List.of("PrepareSender", "PrepareReceiver", "Go", "TakeOut", "PutIn", "AllPutIn", "Over");

  /** Messages of a Sync that the JobManager handles, in order. */
  private static final List<String> TO_JOB_MANAGER =
      List.of("SenderReady", "ReceiverReady", "AllMarked", "StatesOut", "TakenOut", "Done");

  @TempDir private Path folder;

  private static List<String> steps() {
    String wanted = System.getProperty("trilink.sync-failures", "after-TakeOut");
    return wanted.equals("all")
        ? Stream.concat(TO_TASK_MANAGERS.stream(), TO_JOB_MANAGER.stream())
            .flatMap(message -> Stream.of("before-" + message, "after-" + message))
            .toList()
        : List.of(wanted.split(",", -1));
  }

  private static boolean isOfJobManager(String step) {
    return TO_JOB_MANAGER.contains(step.substring(step.indexOf('-') + 1));
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.HOURS) // for all steps
  void resultsAreExactWhateverProcessIsLost() throws Exception {
    List<String> steps = steps();
    boolean highlyAvailable = steps.stream().anyMatch(SyncFailureIT::isOfJobManager);
    NumberedRows rows = new NumberedRows(folder.resolve("results"), steps.size());
    try (SyncDrillCluster cluster = SyncDrillCluster.start(folder, highlyAvailable)) {
      String job = cluster.submit(rows.script(cluster.redis()));
      for (String step : steps) {
        cluster.awaitSyncs(job);
        loseRedis(cluster, job, step);
        String lost = cluster.loseAt(step);
        assertThat(lost).as(step).startsWith(isOfJobManager(step) ? "jobmanager" : "taskmanager");
        cluster.startAgain(lost, job);
      }
      cluster.awaitSyncs(job);
      cluster.drain(job);
    }
    rows.assertExact();
  }

  /** The loss of Redis must not affect the job. */
  private static void loseRedis(SyncDrillCluster cluster, String job, String step)
      throws Exception {
    long restarts = cluster.restarts(job);
    cluster.loseRedisAt(step);
    cluster.awaitSyncs(job);
    cluster.startRedisAgain();
    assertThat(cluster.restarts(job)).as(step).isEqualTo(restarts);
  }
}
