/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Collections;
import java.util.Properties;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;

/**
 * One cluster in this JVM for the jobs of all tests: starting one takes longer than most jobs. A
 * module's tests can add options to it in a resource {@code test-cluster.properties}.
 */
public final class SharedCluster {

  private static final int SLOTS = 8;

  /** For Flink's window buffers, batch operators and RocksDB. */
  private static final MemorySize MANAGED_MEMORY = MemorySize.ofMebiBytes(512);

  private static final MiniCluster CLUSTER = start();

  private SharedCluster() {}

  private static MiniCluster start() {
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .setConfiguration(configuration())
                .build());
    try {
      cluster.start();
    } catch (Exception e) { // as declared
      throw new IllegalStateException("The cluster of the tests does not start.", e);
    }
    return cluster;
  }

  private static Configuration configuration() {
    Configuration configuration =
        new Configuration()
            .set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MANAGED_MEMORY)
            .set(RestOptions.BIND_PORT, "0");
    try (InputStream file = SharedCluster.class.getResourceAsStream("/test-cluster.properties")) {
      if (file != null) {
        Properties module = new Properties();
        module.load(file);
        module.forEach((key, value) -> configuration.setString((String) key, (String) value));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return configuration;
  }

  /** An environment for one job. */
  public static StreamExecutionEnvironment environment(
      int parallelism, Configuration configuration) {
    return new TestStreamEnvironment(
        CLUSTER, configuration, parallelism, Collections.emptyList(), Collections.emptyList());
  }

  /** The address of its REST endpoint. */
  public static URI restAddress() {
    return CLUSTER.getRestAddress().join();
  }
}
