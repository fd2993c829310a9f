/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.embedding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program, started as in a terminal. */
final class Command {

  private static final int LIMIT_MINUTES = 5;

  private final Path folder;
  private final List<String> line;

  /**
   * @param folder the working directory
   * @param line program and arguments
   */
  Command(Path folder, List<String> line) {
    this.folder = folder;
    this.line = List.copyOf(line);
  }

  /**
   * The result of the program.
   *
   * @param output standard output
   * @param all standard output and standard error, for messages
   */
  record Result(int code, String output, String all) {}

  /** Runs the program. A program that does not exist has the exit code 127, as in a shell. */
  Result run() throws IOException, InterruptedException {
    Path output = Files.createTempFile("standard", ".out");
    Path errors = Files.createTempFile("standard", ".err");
    try {
      return run(output, errors);
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }

  private Result run(Path output, Path errors) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return new Result(127, "", e.getMessage());
    }
    try {
      if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        throw new AssertionError(
            String.join(" ", line) + " took too long: " + Files.readString(errors));
      }
      String printed = Files.readString(output);
      return new Result(process.exitValue(), printed, printed + Files.readString(errors));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
