/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.jobmanager.JobManagerProcessSpec;
import org.apache.flink.runtime.jobmanager.JobManagerProcessUtils;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.runtime.util.config.memory.ProcessMemoryUtils;

/** A session cluster: one JobManager and some TaskManagers, each in a process of its own. */
public final class SessionCluster {

  /** The names of the processes; those of TaskManagers go on with a number. */
  static final String JOB_MANAGER = "jobmanager";

  static final String TASK_MANAGER = "taskmanager";

  private static final Duration START_LIMIT = Duration.ofMinutes(3);

  private final List<LocalProcess> processes;
  private final List<LocalProcess> taskManagers;
  private final FlinkRest rest;
  private final int rpcPort;
  private final int slots;

  private SessionCluster(
      List<LocalProcess> processes, FlinkRest rest, Configuration flink, int taskManagers) {
    this.processes = List.copyOf(processes);
    this.taskManagers = this.processes.subList(1, processes.size()); // behind the JobManager
    this.rest = rest;
    this.rpcPort = flink.getInteger(JobManagerOptions.PORT);
    this.slots = taskManagers * flink.getInteger(TaskManagerOptions.NUM_TASK_SLOTS);
  }

  /** Starts the processes without waiting for them. */
  static SessionCluster start(LocalServices services, ClusterOptions options) {
    WorkFolder folder = services.folder();
    Optional<String> zooKeeper =
        options.highlyAvailable() ? Optional.of(FlinkZooKeeper.start(services)) : Optional.empty();
    FlinkConfiguration.writeForCluster(folder, options, zooKeeper);
    Configuration flink = configuration(folder);
    List<LocalProcess> processes = new ArrayList<>();
    processes.add(
        services.start(jobManager(options.hosts().services(), flink, folder).on(options.java())));
    List<TaskManagerHost> hosts = options.hosts().taskManagers();
    for (int number = 1; number <= hosts.size(); number++) {
      TaskManagerHost host = hosts.get(number - 1);
      processes.add(services.start(taskManager(number, host, flink, folder).on(options.java())));
    }
    return new SessionCluster(processes, rest(folder), flink, hosts.size());
  }

  /** One more TaskManager for the cluster that was started in the folder, on this machine. */
  static JavaCommand furtherTaskManager(int number, WorkFolder folder) {
    return taskManager(number, TaskManagerHost.LOOPBACK, configuration(folder), folder);
  }

  /** The REST interface of the cluster that was started in the folder. */
  static FlinkRest rest(WorkFolder folder) {
    Configuration flink = configuration(folder);
    HostAddress address = new HostAddress(flink.getString(RestOptions.ADDRESS));
    return new FlinkRest("http://" + address.withPort(flink.getInteger(RestOptions.PORT)));
  }

  public FlinkRest rest() {
    return rest;
  }

  /** Waits until all TaskManagers offer their slots. */
  public void awaitReady() {
    awaitReady(progress -> {});
  }

  /**
   * Waits until all TaskManagers offer their slots.
   *
   * @param progress receives progress messages
   */
  public void awaitReady(Consumer<String> progress) {
    Await.until(
        "the session cluster to start",
        START_LIMIT,
        () -> {
          processes.forEach(LocalProcess::requireAlive);
          int offered = rest.slotsIfUp(rpcPort);
          progress.accept("the session cluster offers %d of %d slots".formatted(offered, slots));
          return offered == slots;
        });
  }

  /** Fails if one of the processes has ended. */
  public void requireAlive() {
    processes.forEach(LocalProcess::requireAlive);
  }

  /** CPU time that all TaskManagers have used so far; zero if the system does not tell. */
  public Duration taskManagersCpuTime() {
    return taskManagers.stream().map(LocalProcess::cpuTime).reduce(Duration.ZERO, Duration::plus);
  }

  private static Configuration configuration(WorkFolder folder) {
    return GlobalConfiguration.loadConfiguration(folder.conf().toString());
  }

  /** The memory settings are those that Flink's own start scripts compute. */
  private static JavaCommand jobManager(
      HostAddress address, Configuration flink, WorkFolder folder) {
    JobManagerProcessSpec memory =
        JobManagerProcessUtils.processSpecFromConfigWithNewOptionToInterpretLegacyHeap(
            flink, JobManagerOptions.JVM_HEAP_MEMORY);
    return new JavaCommand(JOB_MANAGER, StandaloneSessionClusterEntrypoint.class.getName())
        .jvm(words(JobManagerProcessUtils.generateJvmParametersStr(memory, flink)))
        .jvm("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
        .jvm(words(flink.get(CoreOptions.FLINK_JM_JVM_OPTIONS)))
        .jvm(localhostAt(address, folder))
        .arguments("--configDir", folder.conf().toString(), "--executionMode", "cluster")
        .arguments(words(JobManagerProcessUtils.generateDynamicConfigsStr(memory)));
  }

  /** Flink's REST handlers look for the blob server at localhost, wherever that listens. */
  static List<String> localhostAt(HostAddress address, WorkFolder folder) {
    if (address.equals(HostAddress.LOOPBACK)) {
      return List.of();
    }
    Path hosts = folder.write(folder.conf().resolve("hosts"), address.host() + " localhost\n");
    return List.of("-Djdk.net.hosts.file=" + hosts);
  }

  private static JavaCommand taskManager(
      int number, TaskManagerHost host, Configuration flink, WorkFolder folder) {
    TaskExecutorProcessSpec memory = TaskExecutorProcessUtils.processSpecFromConfig(flink);
    return new JavaCommand(TASK_MANAGER + "-" + number, TaskManagerRunner.class.getName())
        .prefix(host.prefix())
        .jvm(words(ProcessMemoryUtils.generateJvmParametersStr(memory)))
        .jvm(words(taskManagerOptions(flink)))
        .arguments("--configDir", folder.conf().toString())
        .arguments(FlinkConfiguration.ofTaskManager(host))
        .arguments(words(TaskExecutorProcessUtils.generateDynamicConfigsStr(memory)));
  }

  /** As in Flink's own script, the collector is left to the options if there are any. */
  private static String taskManagerOptions(Configuration flink) {
    String options = flink.get(CoreOptions.FLINK_TM_JVM_OPTIONS);
    return options.isBlank() ? "-XX:+UseG1GC" : options;
  }

  private static List<String> words(String line) {
    return line.isBlank() ? List.of() : List.of(line.trim().split("\\s+"));
  }
}
