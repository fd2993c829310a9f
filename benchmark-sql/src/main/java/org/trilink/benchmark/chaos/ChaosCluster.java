/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.trilink.benchmark.host.Hosts;
import org.trilink.launcher.demo.DemoSession;
import org.trilink.launcher.local.ClusterControl;
import org.trilink.launcher.local.ClusterOptions;
import org.trilink.launcher.local.ClusterProcess;
import org.trilink.launcher.local.ClusterServers;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FlinkRest;
import org.trilink.launcher.local.LocalServices;
import org.trilink.launcher.local.SqlScript;
import org.trilink.launcher.local.TrilinkHome;
import org.trilink.launcher.local.WorkFolder;

/**
 * A broker, a highly available session cluster and the servers that a job needs, whose processes
 * are ended and started one by one. Closing ends all of them, also after Ctrl-C.
 */
final class ChaosCluster implements AutoCloseable {

  static final int TASK_MANAGERS = 2;

  static final String TASK_MANAGER_PREFIX = "taskmanager-";

  private static final int WEB_UI_PORT = 8081;

  private final ChaosOptions options;
  private final DemoSession session;
  private final LocalServices services;
  private Optional<Hosts> hosts = Optional.empty();
  private Optional<SmallDisk> disk = Optional.empty();
  private ClusterServers servers;
  private String store = "";

  private ChaosCluster(ChaosOptions options, DemoSession session) {
    this.options = options;
    this.session = session;
    this.services = session.services();
    session.afterServices(this::endOthers);
  }

  /**
   * Starts all processes, and waits until they are up.
   *
   * @param leftBehind receives a message on what a failure has left
   */
  static ChaosCluster start(ChaosOptions options, TrilinkHome home, Consumer<String> leftBehind) {
    DemoSession session =
        DemoSession.open(
            options.uses(Store.MYSQL) ? MariaDb.withDriver(home) : home,
            options.workFolders(),
            leftBehind);
    ChaosCluster cluster = new ChaosCluster(options, session);
    try {
      cluster.start();
      return cluster;
    } catch (CommandFailure e) {
      cluster.close();
      throw e;
    }
  }

  private void start() {
    hosts =
        Optional.of(
            options.faults().stream().anyMatch(FaultKind::isOfNetwork)
                ? Hosts.open(TASK_MANAGERS)
                : Hosts.onLoopback(TASK_MANAGERS));
    if (options.faults().contains(FaultKind.FILL_DISK)) {
      disk = Optional.of(SmallDisk.at(folder().checkpoints()));
    }
    services.start(
        new ClusterOptions(0, WEB_UI_PORT, options.slots(), flink(), hosts().cluster())
            .highlyAvailable(true));
    Optional<String> redis = Optional.empty();
    if (options.uses(Store.REDIS)) {
      String address = services.startRedis(0).awaitAddress();
      store = "redis://" + address;
      redis = options.workload().redis().map(data -> address);
      options
          .workload()
          .redis()
          .ifPresent(data -> data.load(address, options.generator(), Optional.empty()));
    }
    if (options.uses(Store.MYSQL)) {
      store = MariaDb.start(services);
    }
    servers = new ClusterServers(services.broker().awaitAddress(), redis);
    services.cluster().awaitReady();
    // from now on they are ended and started by their names
    services.release();
  }

  private Map<String, String> flink() {
    Map<String, String> flink = new LinkedHashMap<>();
    flink.put("state.backend", options.backend().nameInFlink());
    flink.put("state.backend.incremental", "true");
    flink.put("taskmanager.memory.process.size", "1400m");
    flink.put("cluster.evenly-spread-out-slots", "true");
    flink.put("execution.checkpointing.interval", "1 s");
    flink.put("execution.checkpointing.timeout", "5 s");
    flink.put("execution.checkpointing.tolerable-failed-checkpoints", "5");
    flink.put(
        "execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
    flink.put("restart-strategy", "fixed-delay");
    flink.put("restart-strategy.fixed-delay.attempts", String.valueOf(Integer.MAX_VALUE));
    flink.put("restart-strategy.fixed-delay.delay", "200 ms");
    // a loss is noticed in seconds, and a checkpoint expires before a paused process is given up
    flink.put("heartbeat.interval", "1000");
    flink.put("heartbeat.timeout", "9000");
    flink.put("high-availability.zookeeper.client.session-timeout", "4000");
    // one that has lost the JobManager for good is started again, see startEndedAgain
    flink.put("taskmanager.registration.timeout", "60 s");
    return flink;
  }

  /** Submits a job; returns its id. */
  String submit(SqlScript script) {
    return services.submit(options.engine(), script);
  }

  FlinkRest rest() {
    return services.cluster().rest();
  }

  ClusterServers servers() {
    return servers;
  }

  /** The address of the store for a global merge; empty text if there is none. */
  String store() {
    return store;
  }

  Hosts hosts() {
    return hosts.orElseThrow();
  }

  SmallDisk disk() {
    return disk.orElseThrow();
  }

  WorkFolder folder() {
    return services.folder();
  }

  void kill(String name) {
    long unused = control().kill(name);
  }

  void pause(String name) {
    long unused = control().pause(name);
  }

  void resume(String name) {
    long unused = control().resume(name);
  }

  /** Starts a process again, and waits until it is up. */
  void restart(String name) {
    ClusterControl.Started unused = control().restart(name);
  }

  /**
   * Starts those TaskManagers again that have ended by themselves, as whoever supervises a cluster
   * does; returns their names. A TaskManager ends if it finds no JobManager for long: after its
   * session with ZooKeeper has expired, it may look for none any more.
   */
  List<String> startEndedAgain() {
    List<String> names =
        ended().stream().filter(name -> name.startsWith(TASK_MANAGER_PREFIX)).toList();
    names.forEach(this::restart);
    return names;
  }

  /** The processes that should run and do not. */
  List<String> ended() {
    return control().processes().stream()
        .filter(process -> process.id().isEmpty())
        .map(ClusterProcess::name)
        .toList();
  }

  private ClusterControl control() {
    return ClusterControl.find(folder().path())
        .orElseThrow(() -> new CommandFailure("the cluster is gone"));
  }

  /** To be called when nothing is left to do: the logs need not be kept. */
  void succeeded() {
    session.succeeded(false);
  }

  @Override
  public void close() {
    session.close();
  }

  /** Ends the processes that were started again, and what they ran on. */
  private void endOthers() {
    ClusterControl.findRunning(folder().path()).ifPresent(ClusterControl::end);
    disk.ifPresent(SmallDisk::close);
    hosts.ifPresent(Hosts::close);
  }
}
