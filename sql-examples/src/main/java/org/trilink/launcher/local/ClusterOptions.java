/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.Map;

/**
 * The options of a local cluster.
 *
 * @param kafkaPort the broker's port, 0 for any
 * @param restPort the wished port of REST interface and web UI; another one if it is taken
 * @param slotsPerTaskManager of each of the TaskManagers
 * @param flink further Flink options, which win over the cluster's own
 * @param hosts where the processes run, and how many TaskManagers there are
 * @param java what JobManager and TaskManagers run on
 * @param highlyAvailable whether jobs outlive the JobManager, with a ZooKeeper server of the
 *     cluster
 */
public record ClusterOptions(
    int kafkaPort,
    int restPort,
    int slotsPerTaskManager,
    Map<String, String> flink,
    ClusterHosts hosts,
    JavaRuntime java,
    boolean highlyAvailable) {

  /** How many there are by default. */
  public static final int TASK_MANAGERS = 2;

  public ClusterOptions {
    flink = Map.copyOf(flink);
  }

  /** Not highly available. */
  public ClusterOptions(
      int kafkaPort,
      int restPort,
      int slotsPerTaskManager,
      Map<String, String> flink,
      ClusterHosts hosts,
      JavaRuntime java) {
    this(kafkaPort, restPort, slotsPerTaskManager, flink, hosts, java, false);
  }

  /** On the Java of this process. */
  public ClusterOptions(
      int kafkaPort,
      int restPort,
      int slotsPerTaskManager,
      Map<String, String> flink,
      ClusterHosts hosts) {
    this(kafkaPort, restPort, slotsPerTaskManager, flink, hosts, JavaRuntime.current());
  }

  /** Returns these options for a cluster whose jobs outlive the JobManager if {@code yes}. */
  public ClusterOptions highlyAvailable(boolean yes) {
    return new ClusterOptions(kafkaPort, restPort, slotsPerTaskManager, flink, hosts, java, yes);
  }
}
