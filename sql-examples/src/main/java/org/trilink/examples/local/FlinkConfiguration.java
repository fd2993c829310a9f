/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes {@code flink-conf.yaml} into a work folder. */
final class FlinkConfiguration {

  static final String CHECKPOINT_INTERVAL = "5 s";

  private FlinkConfiguration() {}

  /**
   * The configuration of a session cluster and of the clients that use it.
   *
   * @param zooKeeper {@code host:port} of the server by which it is highly available; empty if it
   *     is not
   */
  static void writeForCluster(
      WorkFolder folder, ClusterOptions options, Optional<String> zooKeeper) {
    Map<String, String> flink = new LinkedHashMap<>();
    addAddresses(flink, options);
    flink.put("jobmanager.memory.process.size", "1024m");
    flink.put("taskmanager.memory.process.size", "1728m");
    flink.put("taskmanager.numberOfTaskSlots", String.valueOf(options.slotsPerTaskManager()));
    flink.put("execution.checkpointing.interval", CHECKPOINT_INTERVAL);
    // A plain path: Flink does not decode one that a URI would encode.
    flink.put("state.checkpoints.dir", "file://" + folder.checkpoints());
    flink.put("state.savepoints.dir", "file://" + folder.checkpoints());
    // Metrics tell when the input is consumed, REST when a job runs and ends; every 10 s and every
    // 3 s, the defaults, are too rare for that.
    flink.put("metrics.fetcher.update-interval", "200");
    flink.put("web.refresh-interval", "100");
    addTemporaryFolders(flink, folder);
    zooKeeper.ifPresent(server -> addHighAvailability(flink, folder, server));
    flink.putAll(options.flink());
    write(folder, flink);
  }

  /** Writes the given options. */
  static void write(WorkFolder folder, Map<String, String> flink) {
    String lines =
        flink.entrySet().stream()
            .map(option -> option.getKey() + ": " + option.getValue() + "\n")
            .collect(Collectors.joining());
    folder.write(folder.conf().resolve("flink-conf.yaml"), lines);
  }

  /** Every server of Flink's binds to one address; the defaults are all interfaces. */
  private static void addAddresses(Map<String, String> flink, ClusterOptions options) {
    HostAddress services = options.hosts().services();
    flink.put("jobmanager.rpc.address", services.host());
    flink.put("jobmanager.rpc.port", String.valueOf(services.freePort()));
    flink.put("jobmanager.bind-host", services.host());
    flink.put("rest.address", services.host());
    flink.put("rest.bind-address", services.host());
    flink.put("rest.port", String.valueOf(services.freePortPreferably(options.restPort())));
    // Addresses within this machine have no host names, and looking them up may take long.
    flink.put("jobmanager.retrieve-taskmanager-hostname", "false");
  }

  /** Options on a TaskManager's command line, as all TaskManagers read one file. */
  static List<String> ofTaskManager(TaskManagerHost host) {
    String address = host.address().host();
    return List.of("-Dtaskmanager.host=" + address, "-Dtaskmanager.bind-host=" + address);
  }

  private static void addHighAvailability(
      Map<String, String> flink, WorkFolder folder, String zooKeeper) {
    flink.put("high-availability", "zookeeper");
    flink.put("high-availability.zookeeper.quorum", zooKeeper);
    flink.put("high-availability.storageDir", "file://" + folder.highAvailability());
    flink.put("high-availability.jobmanager.port", flink.get("jobmanager.rpc.port"));
    // The next JobManager waits for the end of the session of one that was killed; by default, that
    // is a minute.
    flink.put("high-availability.zookeeper.client.session-timeout", "10000");
  }

  private static void addTemporaryFolders(Map<String, String> flink, WorkFolder folder) {
    flink.put("io.tmp.dirs", folder.temp().toString());
    flink.put("web.tmpdir", folder.temp().toString());
    flink.put("blob.storage.directory", folder.temp().toString());
  }
}
