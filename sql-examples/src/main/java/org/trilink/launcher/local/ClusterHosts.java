/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.Collections;
import java.util.List;

/**
 * Where a cluster's processes run.
 *
 * @param services the address of the services: Kafka, Redis, JobManager and REST interface
 * @param taskManagers one a TaskManager
 */
public record ClusterHosts(HostAddress services, List<TaskManagerHost> taskManagers) {

  public ClusterHosts {
    taskManagers = List.copyOf(taskManagers);
  }

  /** Everything on the loopback address. */
  public static ClusterHosts loopback(int taskManagers) {
    return new ClusterHosts(
        HostAddress.LOOPBACK, Collections.nCopies(taskManagers, TaskManagerHost.LOOPBACK));
  }
}
