/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A started process of this project. */
public final class LocalProcess implements AutoCloseable {

  private static final Pattern LOGGED_ERROR = Pattern.compile(" (?:ERROR|FATAL) [^\\n]* - ");

  private final ProcessLine line;
  private final WorkFolder folder;
  private volatile Process process;

  LocalProcess(ProcessLine line, WorkFolder folder, Process process) {
    this.line = line;
    this.folder = folder;
    this.process = process;
  }

  String name() {
    return line.name();
  }

  /** With which it was started. */
  ProcessLine line() {
    return line;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  ProcessTree tree() {
    return ProcessTree.of(handle(), line);
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** CPU time that it has used so far; zero if the system does not tell. */
  Duration cpuTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The text that the process wrote to standard output and standard error. */
  public String output() {
    return read(folder.logs().resolve(line.output()));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** Writes a line to its standard input, for a process that reads it. */
  void writeLine(String text) {
    try {
      OutputStream input = process.getOutputStream();
      input.write((text + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      requireAlive();
      throw doesNotAnswer(e);
    }
  }

  private CommandFailure doesNotAnswer(IOException e) {
    return new CommandFailure("the process " + name() + " does not answer", e);
  }

  /** Fails if the process has ended. */
  public void requireAlive() {
    if (!process.isAlive()) {
      throw new CommandFailure(
          "the process %s ended with code %d; see %s%s"
              .formatted(name(), process.exitValue(), log(), lastError().orElse("")));
    }
  }

  /** The innermost cause of the last error in its log. */
  private Optional<String> lastError() {
    String text = read(log());
    return LOGGED_ERROR
        .matcher(text)
        .results()
        .reduce((earlier, later) -> later)
        .map(error -> ": " + RootCause.of(text.substring(error.end())));
  }

  private Path log() {
    return folder.logs().resolve(name() + ".log");
  }

  /** Waits until the process has ended, and fails if it takes longer. */
  public int awaitEnd(Duration limit) {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new CommandFailure(
            "the process %s did not end within %d s; see %s"
                .formatted(name(), limit.toSeconds(), log()));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted while waiting for the process " + name(), e);
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

  /** Starts the process again, with the same command line; kills it first if it still runs. */
  void startAgain() {
    close();
    process = line.run(folder, true);
  }

  /** Kills the process: what it would still write is in a folder that is deleted. */
  @Override
  public void close() {
    tree().kill();
  }
}
