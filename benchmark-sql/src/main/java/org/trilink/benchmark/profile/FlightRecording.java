/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.SystemCommand;

/**
 * Flight recordings of the TaskManagers that this process has started. They begin in the middle of
 * a warm process, so that starting up is not in them.
 *
 * @param processes the TaskManagers' ids
 * @param folder for the recordings; it must be there
 */
record FlightRecording(List<Long> processes, Path folder) {

  private static final String NAME = "name=trilink";

  /**
   * Starts to record.
   *
   * @throws CommandFailure if Java's tools are missing
   */
  static FlightRecording start(Path folder) {
    List<Long> processes =
        ProcessHandle.current()
            .descendants()
            .filter(FlightRecording::isTaskManager)
            .map(ProcessHandle::pid)
            .toList();
    processes.forEach(pid -> call(pid, "JFR.start", NAME, "settings=profile"));
    return new FlightRecording(processes, folder);
  }

  private static boolean isTaskManager(ProcessHandle process) {
    return process
        .info()
        .commandLine()
        .filter(command -> command.contains(TaskManagerRunner.class.getName()))
        .isPresent();
  }

  /** Ends it; returns the recordings, one of each TaskManager. */
  List<Path> stop() {
    List<Path> files = new ArrayList<>();
    for (long pid : processes) {
      Path file = folder.resolve(pid + ".jfr").toAbsolutePath();
      call(pid, "JFR.stop", NAME, "filename=" + file);
      files.add(file);
    }
    return files;
  }

  private static void call(long pid, String... command) {
    List<String> words = new ArrayList<>(List.of(jcmd().toString(), String.valueOf(pid)));
    words.addAll(List.of(command));
    SystemCommand called = SystemCommand.run(new ProcessBuilder(words).redirectErrorStream(true));
    if (!called.succeeded()) {
      throw new CommandFailure("cannot record a TaskManager: " + called.output());
    }
  }

  private static Path jcmd() {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      throw new CommandFailure(
          "profiling needs a JDK, and " + jcmd + " is missing: set JAVA_HOME to a JDK 17");
    }
    return jcmd;
  }
}
