/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A started process of this project. */
public final class LocalProcess implements AutoCloseable {

  private final String name;
  private final Process process;
  private final Path logs;

  LocalProcess(String name, Process process, Path logs) {
    this.name = name;
    this.process = process;
    this.logs = logs;
  }

  String name() {
    return name;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** CPU time that it has used so far; zero if the system does not tell. */
  Duration cpuTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** What it wrote to standard output and standard error. */
  public String output() {
    try {
      return Files.readString(logs.resolve(name + ".out"), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** Writes a line to its standard input, for a process that reads it. */
  void writeLine(String line) {
    try {
      OutputStream input = process.getOutputStream();
      input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      requireAlive();
      throw doesNotAnswer(e);
    }
  }

  private CommandFailure doesNotAnswer(IOException e) {
    return new CommandFailure("the process " + name + " does not answer", e);
  }

  /** Fails if the process has ended. */
  public void requireAlive() {
    if (!process.isAlive()) {
      throw new CommandFailure(
          "the process %s ended with code %d; see %s"
              .formatted(name, process.exitValue(), logs.resolve(name + ".log")));
    }
  }

  /** Waits until the process has ended, and fails if it takes longer. */
  public int awaitEnd(Duration limit) {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new CommandFailure(
            "the process %s did not end within %d s; see %s"
                .formatted(name, limit.toSeconds(), logs.resolve(name + ".log")));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted while waiting for the process " + name, e);
    }
  }

  /** Lets the process continue after this program has ended. */
  void release() {
    try (OutputStream input = process.getOutputStream()) {
      input.write(ChildProcess.RELEASE);
    } catch (IOException e) {
      throw doesNotAnswer(e);
    }
  }

  /** Kills the process: what it would still write is in a folder that is deleted. */
  @Override
  public void close() {
    // its children first: a program that is not Java runs under a shell
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).exceptionally(e -> process).join();
  }
}
