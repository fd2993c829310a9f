/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.highavailability.nonha.embedded.HaLeadershipControl;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.runtime.flink.Savepoints;

/** Real jobs: results are exact and no key changes its key group, after all kinds of restarts. */
@Tag("slow")
class PlacingJobTest {

  private static MiniCluster cluster;

  @TempDir private Path savepoints;

  @BeforeAll
  static void startCluster() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(32));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(32));
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setCommonBindAddress("127.0.0.1")
                .setNumTaskManagers(2)
                .setNumSlotsPerTaskManager(3)
                .setHaServices(MiniCluster.HaServices.WITH_LEADERSHIP_CONTROL)
                .build());
    cluster.start();
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @BeforeEach
  void reset() {
    PlacingJob.reset();
  }

  @Test
  void placesBothInputsByOneMap() throws Exception {
    PlacingJob.finish();
    run(PlacingJob.graph(CoordinatedPlacement.leastKey(), 2, 4, null));
    assertExact();
    assertOneKeyGroupPerKey();
    long[] keys = new long[4];
    PlacingJob.KEY_GROUPS.forEach(
        (key, keyGroups) ->
            keys[
                computeOperatorIndexForKeyGroup(
                    PlacingJob.MAX_PARALLELISM, 4, keyGroups.iterator().next())]++);
    assertThat(keys).containsOnly(PlacingJob.KEYS / 4);
  }

  @Test
  void isChainedToItsProducer() {
    JobGraph graph = PlacingJob.graph(CoordinatedPlacement.leastKey(), 2, 2, null);
    assertThat(graph.getNumberOfVertices()).isEqualTo(3);
  }

  @Test
  void survivesFailuresOfTasks() throws Exception {
    PlacingJob.FAILURES.set(5);
    JobID job = submit(PlacingJob.graph(CoordinatedPlacement.leastKey(), 2, 3, null));
    await(() -> PlacingJob.FAILURES.get() == 0);
    PlacingJob.finish();
    finished(job);
    assertExact();
    assertOneKeyGroupPerKey();
  }

  /** Keys that are new since the last checkpoint may get another key group. */
  @Test
  void survivesTheLossOfTheJobMaster() throws Exception {
    JobID job = submit(PlacingJob.graph(CoordinatedPlacement.leastCount(), 2, 3, null));
    HaLeadershipControl leadership = cluster.getHaLeadershipControl().orElseThrow();
    for (int loss = 0; loss < 3; loss++) {
      int checkpoints = PlacingJob.CHECKPOINTS.get();
      await(() -> PlacingJob.CHECKPOINTS.get() > checkpoints + 8);
      leadership.revokeJobMasterLeadership(job).get();
      leadership.grantJobMasterLeadership(job).get();
    }
    int checkpoints = PlacingJob.CHECKPOINTS.get();
    await(() -> PlacingJob.CHECKPOINTS.get() > checkpoints + 8);
    PlacingJob.finish();
    finished(job);
    assertExact();
  }

  /**
   * The parallelism of the inputs only decreases, since the source has only the initial number of
   * splits.
   */
  @Test
  void isRescaledWithSavepoints() throws Exception {
    CoordinatedPlacement weight = CoordinatedPlacement.weight(new int[] {70, 30}, 1);
    String first = runToSavepoint(PlacingJob.graph(weight, 3, 2, null));
    String second = runToSavepoint(PlacingJob.graph(weight, 2, 5, first));
    PlacingJob.finish();
    run(PlacingJob.graph(weight, 1, 3, second));
    assertExact();
  }

  @Test
  void refusesASavepointOfAnotherStrategy() throws Exception {
    String savepoint =
        runToSavepoint(PlacingJob.graph(CoordinatedPlacement.leastKey(), 2, 2, null));
    assertThatThrownBy(
            () -> run(PlacingJob.graph(CoordinatedPlacement.leastCount(), 2, 2, savepoint)))
        .hasStackTraceContaining("placed by 'least-key' with max parallelism 720")
        .hasStackTraceContaining("now places them by 'least-count' with max parallelism 720");
  }

  // -------------------------------------------------------------------------------------- checks

  private static void assertExact() {
    assertThat(PlacingJob.COUNTS).hasSize((int) PlacingJob.KEYS);
    assertThat(PlacingJob.COUNTS.values()).containsOnly(PlacingJob.NUMBERS_PER_KEY);
  }

  private static void assertOneKeyGroupPerKey() {
    assertThat(PlacingJob.KEY_GROUPS.values())
        .allSatisfy(keyGroups -> assertThat(keyGroups).hasSize(1));
  }

  // ---------------------------------------------------------------------------------------- jobs

  private static void run(JobGraph graph) throws Exception {
    finished(submit(graph));
  }

  private static JobID submit(JobGraph graph) throws Exception {
    return cluster.submitJob(graph).get().getJobID();
  }

  private static void finished(JobID job) throws Exception {
    JobResult result = cluster.requestJobResult(job).get(2, TimeUnit.MINUTES);
    result.toJobExecutionResult(PlacingJobTest.class.getClassLoader());
  }

  private String runToSavepoint(JobGraph graph) throws Exception {
    int checkpoints = PlacingJob.CHECKPOINTS.get();
    JobID job = submit(graph);
    await(() -> PlacingJob.CHECKPOINTS.get() > checkpoints + 10);
    String savepoint = Savepoints.stop(cluster, job, savepoints.toString());
    finished(job);
    return savepoint;
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
