package org.trilink.connector.redis;

import java.util.Collections;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.trilink.connector.redis.lookup.SeenMetrics;

/** One cluster in this JVM for the jobs of all tests: to start one takes longer than most jobs. */
public final class SharedCluster {

  private static final int SLOTS = 8;

  private static final String REPORTER = "metrics.reporter.seen.class";

  /** For batch operators and the state of streaming ones. */
  private static final MemorySize MANAGED_MEMORY = MemorySize.ofMebiBytes(128);

  private static final MiniCluster CLUSTER = start();

  private SharedCluster() {}

  private static MiniCluster start() {
    Configuration configuration =
        new Configuration()
            .set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MANAGED_MEMORY)
            .set(RestOptions.BIND_PORT, "0");
    configuration.setString(REPORTER, SeenMetrics.class.getName());
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .setConfiguration(configuration)
                .build());
    try {
      cluster.start();
    } catch (Exception e) { // as declared
      throw new IllegalStateException("The cluster of the tests does not start.", e);
    }
    return cluster;
  }

  /** For one job. */
  public static StreamExecutionEnvironment environment(
      int parallelism, Configuration configuration) {
    return new TestStreamEnvironment(
        CLUSTER, configuration, parallelism, Collections.emptyList(), Collections.emptyList());
  }
}
