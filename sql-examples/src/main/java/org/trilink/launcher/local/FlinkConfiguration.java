/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.configuration.GlobalConfiguration;

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
    writeForClient(folder, flink, options);
  }

  /**
   * The configuration of a user's SQL Client for the cluster that was started in the folder: where
   * the cluster is, and the options that it was given, which may be about jobs.
   */
  static Map<String, String> ofClient(WorkFolder folder) {
    return GlobalConfiguration.loadConfiguration(folder.clientConf().toString()).toMap();
  }

  private static void writeForClient(
      WorkFolder folder, Map<String, String> cluster, ClusterOptions options) {
    Map<String, String> client = new LinkedHashMap<>();
    List<String> keys = new ArrayList<>(List.of("rest.address", "rest.port"));
    if (options.highlyAvailable()) {
      // without checkpoints, nothing of a job outlives a process
      keys.add("execution.checkpointing.interval");
    }
    keys.addAll(options.flink().keySet());
    keys.forEach(key -> client.put(key, cluster.get(key)));
    write(folder.clientConf(), client, folder);
  }

  /** Writes the given options. */
  static void write(WorkFolder folder, Map<String, String> flink) {
    write(folder.conf(), flink, folder);
  }

  private static void write(Path conf, Map<String, String> flink, WorkFolder folder) {
    flink.forEach(FlinkConfiguration::requireNoComment);
    String lines =
        flink.entrySet().stream()
            .map(option -> option.getKey() + ": " + option.getValue() + "\n")
            .collect(Collectors.joining());
    folder.write(conf.resolve("flink-conf.yaml"), lines);
  }

  /** Flink would take the beginning of the value: another folder, or a wrong password. */
  private static void requireNoComment(String key, String value) {
    if (key.contains("#") || value.contains("#")) {
      throw new CommandFailure(
          "option %s: Flink's configuration file cannot hold a '#', with which a comment begins; choose another value, or, if the project or its work folder has a '#' in its path, move it"
              .formatted(key));
    }
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
    // A gateway within an SQL Client, which asks localhost for it, would bind as the JobManager
    // does.
    flink.put("sql-gateway.endpoint.rest.bind-address", "localhost");
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
