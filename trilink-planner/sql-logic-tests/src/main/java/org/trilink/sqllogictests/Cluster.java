/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;

/** A cluster in this JVM, started anew from time to time. */
final class Cluster implements AutoCloseable {

  /** How many subtasks an operator has. */
  static final int PARALLELISM = 2;

  /** How long a job may take; most take a tenth of a second. */
  static final int TIMEOUT_SECONDS = 60;

  /** A MiniCluster keeps about 1 MB of each finished job. */
  private static final int JOBS = 400;

  private MiniCluster cluster;
  private int jobs;

  Cluster() throws Exception {
    cluster = start();
  }

  private static MiniCluster start() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(128));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(256));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(256));
    configuration.set(RestOptions.BIND_PORT, "0");
    MiniCluster started =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(PARALLELISM)
                .setConfiguration(configuration)
                .build());
    started.start();
    return started;
  }

  /** Returns an environment whose jobs run on this cluster, whichever it is by then. */
  StreamExecutionEnvironment environment() {
    return new TestStreamEnvironment(
        cluster, new Configuration(), PARALLELISM, List.of(), List.of());
  }

  /** Returns whether environments of before are of no use any more, since the cluster is new. */
  boolean renewAfterManyJobs() throws Exception {
    if (jobs < JOBS) {
      return false;
    }
    cluster.close();
    cluster = start();
    jobs = 0;
    return true;
  }

  /**
   * Runs a job to its end.
   *
   * @throws ExecutionException if it fails
   * @throws TimeoutException if it takes too long; it is cancelled then
   */
  void run(StreamExecutionEnvironment environment) throws Exception {
    jobs++;
    JobClient job = environment.executeAsync();
    try {
      job.getJobExecutionResult().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      job.cancel().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      throw new TimeoutException("It takes longer than " + TIMEOUT_SECONDS + " s.");
    }
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }
}
