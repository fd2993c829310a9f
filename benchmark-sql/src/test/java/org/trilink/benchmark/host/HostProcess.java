/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.trilink.launcher.local.TaskManagerHost;

/** A process on a host, as a TaskManager is one. */
final class HostProcess implements AutoCloseable {

  private final Process process;

  private HostProcess(Process process) {
    this.process = process;
  }

  static HostProcess start(TaskManagerHost host, String... command) throws IOException {
    List<String> line = new ArrayList<>(host.prefix());
    line.addAll(List.of(command));
    return new HostProcess(
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Runs a main class of the tests. */
  static HostProcess java(TaskManagerHost host, Class<?> main, String... arguments)
      throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-classpath",
                System.getProperty("java.class.path"),
                main.getName()));
    line.addAll(List.of(arguments));
    return start(host, line.toArray(String[]::new));
  }

  /** The next line that it writes; null at the end. */
  String readLine() throws IOException {
    return process.inputReader().readLine();
  }

  long pid() {
    return process.pid();
  }

  /** How long it has worked, in milliseconds of CPU time. */
  long cpuMillis() {
    return process.info().totalCpuDuration().orElseThrow().toMillis();
  }

  CompletableFuture<Process> onExit() {
    return process.onExit();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
