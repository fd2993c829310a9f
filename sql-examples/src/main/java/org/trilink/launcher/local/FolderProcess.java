/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/**
 * A process that works in a work folder, whoever started it: its program is in the folder, or it is
 * told of the folder's Flink configuration or temporary files.
 *
 * @param name as the process is, or would be, called that a cluster starts for this purpose
 */
record FolderProcess(String name, ProcessHandle handle) {

  private static final String TEMP = "-Djava.io.tmpdir=";
  private static final String LOG = "-Dlog.file=";
  private static final String LOG_SUFFIX = ".log";

  /** All of this user's processes that work in the folder now. */
  static List<FolderProcess> in(WorkFolder folder) {
    Optional<String> user = ProcessHandle.current().info().user();
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().user().equals(user))
        .flatMap(process -> find(process, folder).stream())
        .toList();
  }

  private static Optional<FolderProcess> find(ProcessHandle process, WorkFolder folder) {
    Optional<String> program = process.info().command();
    if (program.filter(path -> Path.of(path).startsWith(folder.path())).isPresent()) {
      return Optional.of(new FolderProcess(RedisServer.NAME, process));
    }
    List<String> arguments = arguments(process);
    return worksIn(folder, arguments)
        ? Optional.of(new FolderProcess(name(folder, arguments), process))
        : Optional.empty();
  }

  private static boolean worksIn(WorkFolder folder, List<String> arguments) {
    int configuration = arguments.indexOf("--configDir") + 1;
    return (configuration > 0
            && configuration < arguments.size()
            && isSame(arguments.get(configuration), folder.conf()))
        || arguments.stream()
            .filter(argument -> argument.startsWith(TEMP))
            .anyMatch(argument -> isSame(argument.substring(TEMP.length()), folder.temp()));
  }

  private static boolean isSame(String text, Path path) {
    try {
      Path other = Path.of(text).normalize();
      return other.equals(path) || (Files.exists(other) && Files.isSameFile(other, path));
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }

  /** By its log if that is in the folder, too; else by what it is of Flink's. */
  private static String name(WorkFolder folder, List<String> arguments) {
    for (String argument : arguments) {
      if (argument.startsWith(LOG) && argument.endsWith(LOG_SUFFIX)) {
        Path log = Path.of(argument.substring(LOG.length()));
        if (isSame(String.valueOf(log.getParent()), folder.logs())) {
          String file = log.getFileName().toString();
          return file.substring(0, file.length() - LOG_SUFFIX.length());
        }
      }
    }
    if (arguments.contains(TaskManagerRunner.class.getName())) {
      return SessionCluster.TASK_MANAGER;
    }
    return arguments.contains(StandaloneSessionClusterEntrypoint.class.getName())
        ? SessionCluster.JOB_MANAGER
        : "a process";
  }

  /** Whole command lines, of which Java itself shows the first 4,096 bytes. */
  private static List<String> arguments(ProcessHandle process) {
    try {
      Path file = Path.of("/proc", String.valueOf(process.pid()), "cmdline");
      String line = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return Arrays.asList(line.split("\0"));
    } catch (IOException notLinuxOrGone) {
      return process.info().arguments().map(Arrays::asList).orElse(List.of());
    }
  }

  /** Whether it can replace a cluster's process; any TaskManager can replace another. */
  boolean standsInFor(String recorded) {
    return recorded.equals(name)
        || (name.equals(SessionCluster.TASK_MANAGER)
            && recorded.startsWith(SessionCluster.TASK_MANAGER));
  }
}
