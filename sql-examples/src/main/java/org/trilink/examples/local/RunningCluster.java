/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cluster and broker that an earlier command left running in a work folder: the processes that it
 * recorded, and those that have replaced them since.
 */
public final class RunningCluster {

  private static final String PROCESS_FILE = "processes";

  private final WorkFolder folder;
  private final List<Entry> recorded;
  private final List<FolderProcess> others;

  private RunningCluster(WorkFolder folder, List<Entry> recorded, List<FolderProcess> others) {
    this.folder = folder;
    this.recorded = List.copyOf(recorded);
    this.others = List.copyOf(others);
  }

  /** One process; its start time tells it from a later process with the same id. */
  private record Entry(String name, long pid, long startMillis) {

    static Entry of(LocalProcess process) {
      ProcessHandle handle = process.handle();
      return new Entry(process.name(), handle.pid(), startMillis(handle));
    }

    static Entry parse(String line) {
      String[] fields = line.split(" ", 3);
      return new Entry(fields[2], Long.parseLong(fields[0]), Long.parseLong(fields[1]));
    }

    String line() {
      return pid + " " + startMillis + " " + name;
    }

    Optional<ProcessHandle> alive() {
      return ProcessHandle.of(pid)
          .filter(handle -> handle.isAlive() && startMillis(handle) == startMillis);
    }

    private static long startMillis(ProcessHandle handle) {
      return handle.info().startInstant().map(java.time.Instant::toEpochMilli).orElse(0L);
    }
  }

  /** Records which processes keep running. */
  static void remember(WorkFolder folder, List<LocalProcess> processes) {
    String lines =
        processes.stream()
            .map(process -> Entry.of(process).line() + "\n")
            .collect(Collectors.joining());
    folder.write(folder.path().resolve(PROCESS_FILE), lines);
  }

  /** The cluster of which at least one process still runs in the folder, if there is one. */
  public static Optional<RunningCluster> find(Path path) {
    WorkFolder folder = new WorkFolder(path);
    if (!WorkFolder.isAt(path)) {
      return Optional.empty();
    }
    List<Entry> recorded = recorded(path.resolve(PROCESS_FILE));
    List<ProcessHandle> alive = recorded.stream().flatMap(entry -> entry.alive().stream()).toList();
    Set<ProcessHandle> known =
        alive.stream()
            .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
            .collect(Collectors.toSet());
    List<FolderProcess> others =
        FolderProcess.in(folder).stream()
            .filter(process -> !known.contains(process.handle()))
            .toList();
    return alive.isEmpty() && others.isEmpty()
        ? Optional.empty()
        : Optional.of(new RunningCluster(folder, recorded, others));
  }

  private static List<Entry> recorded(Path file) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      return Files.readAllLines(file).stream().map(Entry::parse).toList();
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + file, e);
    }
  }

  public FlinkRest rest() {
    return SessionCluster.rest(folder);
  }

  /** The REST interface's port. */
  public int restPort() {
    return SessionCluster.restPort(folder);
  }

  /** The broker's {@code host:port}. */
  public String brokerAddress() {
    return KafkaBroker.readAddress(folder);
  }

  /** The Redis server's {@code host:port}; empty if there is none. */
  public Optional<String> redisAddress() {
    return RedisServer.readAddress(folder);
  }

  /** The names of the processes that have died since and were not replaced. */
  public List<String> deadProcesses() {
    List<FolderProcess> substitutes = new ArrayList<>(others);
    List<String> dead = new ArrayList<>();
    for (Entry entry : recorded) {
      if (entry.alive().isEmpty()) {
        Optional<FolderProcess> substitute =
            substitutes.stream().filter(process -> process.standsInFor(entry.name())).findFirst();
        substitute.ifPresentOrElse(substitutes::remove, () -> dead.add(entry.name()));
      }
    }
    return dead;
  }

  /** Readable names of the processes in the cluster's folder that others have started. */
  public List<String> otherProcesses() {
    return others.stream().map(FolderProcess::toString).toList();
  }

  /** How to start Redis again; empty unless it has died. */
  public Optional<String> redisRestart() {
    return deadProcesses().contains(RedisServer.NAME)
        ? Optional.of(RedisServer.restart(folder))
        : Optional.empty();
  }

  /** Ends all processes and deletes their folder. */
  public void stop() {
    List<ProcessHandle> handles =
        Stream.concat(
                recorded.stream().flatMap(entry -> entry.alive().stream()),
                others.stream().map(FolderProcess::handle))
            .toList();
    // Their data is deleted, so no orderly shutdown is needed.
    handles.forEach(
        handle -> {
          handle.descendants().forEach(ProcessHandle::destroyForcibly);
          handle.destroyForcibly();
        });
    for (ProcessHandle handle : handles) {
      handle.onExit().orTimeout(10, TimeUnit.SECONDS).exceptionally(e -> handle).join();
    }
    folder.delete();
  }
}
