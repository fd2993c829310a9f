/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster and broker that an earlier command left running in a work folder: the processes that it
 * recorded, and those that have replaced them since.
 */
public final class RunningCluster {

  private final WorkFolder folder;
  private final ClusterProcesses processes;

  private RunningCluster(WorkFolder folder, ClusterProcesses processes) {
    this.folder = folder;
    this.processes = processes;
  }

  /**
   * The cluster of which at least one process still runs in the folder, if there is one.
   *
   * @throws CommandFailure if it runs another version of Flink
   */
  public static Optional<RunningCluster> find(Path path) {
    WorkFolder folder = new WorkFolder(path);
    if (!WorkFolder.isAt(path)) {
      return Optional.empty();
    }
    ClusterProcesses processes = ClusterProcesses.in(folder);
    if (processes.running().isEmpty()) {
      return Optional.empty();
    }
    ClusterFlink.require(folder);
    return Optional.of(new RunningCluster(folder, processes));
  }

  public FlinkRest rest() {
    return SessionCluster.rest(folder);
  }

  /** Flink options of a user's SQL Client: where the cluster is, and what it was started with. */
  public Map<String, String> clientOptions() {
    return FlinkConfiguration.ofClient(folder);
  }

  /** The broker's {@code host:port}. */
  public String brokerAddress() {
    return KafkaBroker.readAddress(folder);
  }

  /** The Redis server's {@code host:port}; empty if there is none. */
  public Optional<String> redisAddress() {
    return RedisServer.readAddress(folder);
  }

  /** Its broker and Redis, for scripts. */
  public ClusterServers servers() {
    return new ClusterServers(brokerAddress(), redisAddress());
  }

  /** Its processes when it was found, with those that have ended. */
  public List<ClusterProcess> processes() {
    return processes.all();
  }

  /** Whether the JobManager can answer: it is neither paused nor has it ended. */
  public boolean isJobManagerRunning() {
    return processes.isRunning(SessionCluster.JOB_MANAGER);
  }

  /** Ends all processes, and leaves their folder. */
  public void end() {
    try (ProcessFile unused = ProcessFile.open(folder)) {
      ProcessTree.killAll(ClusterProcesses.in(folder).running());
    }
  }

  /** Ends all processes and deletes their folder. */
  public void stop() {
    // whoever starts a process just now is waited for
    try (ProcessFile unused = ProcessFile.open(folder)) {
      // Their data is deleted, so no orderly shutdown is needed.
      ProcessTree.killAll(ClusterProcesses.in(folder).running());
      folder.delete();
    }
  }
}
