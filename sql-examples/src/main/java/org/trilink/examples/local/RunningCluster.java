package org.trilink.examples.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A cluster and broker that an earlier command left running in a work folder. */
public final class RunningCluster {

  private static final String PROCESS_FILE = "processes";

  private final WorkFolder folder;
  private final List<Entry> processes;

  private RunningCluster(WorkFolder folder, List<Entry> processes) {
    this.folder = folder;
    this.processes = List.copyOf(processes);
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

  /** Writes down which processes stay. */
  static void remember(WorkFolder folder, List<LocalProcess> processes) {
    String lines =
        processes.stream()
            .map(process -> Entry.of(process).line() + "\n")
            .collect(Collectors.joining());
    folder.write(folder.path().resolve(PROCESS_FILE), lines);
  }

  /** The cluster of which at least one process still runs in the folder, if there is one. */
  public static Optional<RunningCluster> find(Path path) {
    Path file = path.resolve(PROCESS_FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<Entry> entries = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        entries.add(Entry.parse(line));
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + file, e);
    }
    return entries.stream().anyMatch(entry -> entry.alive().isPresent())
        ? Optional.of(new RunningCluster(new WorkFolder(path), entries))
        : Optional.empty();
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

  /** The names of the processes that have died since. */
  public List<String> deadProcesses() {
    return processes.stream().filter(entry -> entry.alive().isEmpty()).map(Entry::name).toList();
  }

  /** Ends all processes and deletes their folder. */
  public void stop() {
    List<ProcessHandle> handles =
        processes.stream().flatMap(entry -> entry.alive().stream()).toList();
    // Their data goes away, so there is nothing to bring in order first.
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
