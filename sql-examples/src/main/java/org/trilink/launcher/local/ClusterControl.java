/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A cluster and broker that an earlier command left in a work folder: the processes that it
 * recorded, and those that have replaced them since. Ends, pauses and starts single ones. Not
 * thread-safe; other programs that do the same are waited for.
 */
public final class ClusterControl {

  private final WorkFolder folder;

  private ClusterControl(WorkFolder folder) {
    this.folder = folder;
  }

  /**
   * Finds the cluster that was started in a folder, whether it runs or not; empty if none was.
   *
   * @throws CommandFailure if it is of another version of Flink
   */
  public static Optional<ClusterControl> find(Path path) {
    return find(path, processes -> !processes.all().isEmpty());
  }

  /**
   * Finds the cluster of which at least one process still runs in the folder, if there is one.
   *
   * @throws CommandFailure if it is of another version of Flink
   */
  public static Optional<ClusterControl> findRunning(Path path) {
    return find(path, processes -> !processes.running().isEmpty());
  }

  private static Optional<ClusterControl> find(Path path, Predicate<ClusterProcesses> isThere) {
    WorkFolder folder = new WorkFolder(path);
    if (!WorkFolder.isAt(path) || !isThere.test(ClusterProcesses.in(folder))) {
      return Optional.empty();
    }
    ClusterFlink.require(folder);
    return Optional.of(new ClusterControl(folder));
  }

  public FlinkRest rest() {
    return SessionCluster.rest(folder);
  }

  /** Flink options of a user's SQL Client: where the cluster is, and what it was started with. */
  public Map<String, String> clientOptions() {
    return FlinkConfiguration.ofClient(folder);
  }

  /** Its broker and Redis, for scripts. */
  public ClusterServers servers() {
    return new ClusterServers(KafkaBroker.readAddress(folder), RedisServer.readAddress(folder));
  }

  /** Whether the JobManager can answer: it is neither paused nor has it ended. */
  public boolean isJobManagerRunning() {
    return ClusterProcesses.in(folder).isRunning(SessionCluster.JOB_MANAGER);
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

  /**
   * A process that was started.
   *
   * @param isUp whether it is known to do its work: a TaskManager is not if no JobManager answers
   */
  public record Started(String name, long id, boolean isUp) {}

  /** All processes, with those that have ended. */
  public List<ClusterProcess> processes() {
    return ClusterProcesses.in(folder).all();
  }

  /**
   * Kills a process (SIGKILL); returns the id that it had.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public long kill(String name) {
    try (ProcessFile file = ProcessFile.open(folder)) {
      ClusterProcesses now = ClusterProcesses.in(folder);
      ClusterProcess process = find(now, name);
      ProcessTree tree = process.requireAlive();
      long id = tree.program().pid();
      tree.kill();
      recorded(now, name).ifPresent(recorded -> file.put(recorded.asKilled()));
      return id;
    }
  }

  /**
   * Stops a process where it is (SIGSTOP), with its memory and its connections; returns its id.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public long pause(String name) {
    return signal(name, false, ProcessTree::pause);
  }

  /**
   * Lets a paused process go on (SIGCONT); returns its id.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public long resume(String name) {
    return signal(name, true, ProcessTree::resume);
  }

  private long signal(String name, boolean isPaused, Consumer<ProcessTree> signal) {
    try (ProcessFile unused = ProcessFile.open(folder)) {
      ClusterProcess process = find(ClusterProcesses.in(folder), name);
      ProcessTree tree = process.requireAlive();
      if (isPaused != (process.state() == ProcessState.PAUSED)) {
        throw new CommandFailure(name + (isPaused ? " is not paused" : " is paused already"));
      }
      signal.accept(tree);
      return tree.program().pid();
    }
  }

  /**
   * Starts a process again, on the ports, data and configuration that it had, and waits until it is
   * up. One that still runs is ended first: in an orderly way, or by a kill if it is paused.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public Started restart(String name) {
    Readiness readiness = Readiness.of(name, folder);
    LocalProcess process;
    try (ProcessFile file = ProcessFile.open(folder)) {
      ClusterProcesses now = ClusterProcesses.in(folder);
      ClusterProcess before = find(now, name);
      RecordedProcess recorded =
          recorded(now, name)
              .orElseThrow(
                  () ->
                      new CommandFailure(
                          name
                              + " was not started by bin/trilink cluster, so it is not known how to"
                              + " start it again"));
      before.tree().ifPresent(ProcessTree::end);
      process = recorded.line().startAgain(folder);
      file.put(RecordedProcess.of(process));
    }
    return release(process, readiness);
  }

  /** Starts one more TaskManager, and waits until it has registered at the JobManager. */
  public Started addTaskManager(TrilinkHome home) {
    Readiness readiness = Readiness.of(SessionCluster.TASK_MANAGER, folder);
    LocalProcess process;
    try (ProcessFile file = ProcessFile.open(folder)) {
      int number = nextTaskManager(ClusterProcesses.in(folder));
      process = SessionCluster.furtherTaskManager(number, folder).line(home, folder).start(folder);
      file.put(RecordedProcess.of(process));
    }
    return release(process, readiness);
  }

  private static Started release(LocalProcess process, Readiness readiness) {
    // first: it is recorded, and should stay up if this program is interrupted now
    process.release();
    boolean isUp = readiness.await(process);
    return new Started(process.name(), process.tree().program().pid(), isUp);
  }

  /** The number behind the greatest one so far. */
  private static int nextTaskManager(ClusterProcesses processes) {
    String prefix = SessionCluster.TASK_MANAGER + "-";
    return 1
        + processes.recorded().stream()
            .map(RecordedProcess::name)
            .filter(name -> name.startsWith(prefix))
            .mapToInt(name -> Integer.parseInt(name.substring(prefix.length())))
            .max()
            .orElse(0);
  }

  private static ClusterProcess find(ClusterProcesses processes, String name) {
    List<ClusterProcess> all = processes.all();
    return all.stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no process is named '%s'; there are %s"
                        .formatted(
                            name,
                            all.stream()
                                .map(ClusterProcess::name)
                                .collect(Collectors.joining(", ")))));
  }

  private static Optional<RecordedProcess> recorded(ClusterProcesses processes, String name) {
    return processes.recorded().stream().filter(process -> process.name().equals(name)).findFirst();
  }
}
