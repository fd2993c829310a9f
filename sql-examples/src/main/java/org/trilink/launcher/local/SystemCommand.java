/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A command of the system that has ended.
 *
 * @param code its exit code; -1 if it could not be started
 * @param output what it wrote, or why it could not be started
 */
public record SystemCommand(String line, int code, String output) {

  private static final int NOT_STARTED = -1;

  /** Runs a command; a line of words without spaces in them. Its errors are in its output. */
  public static SystemCommand run(String line) {
    return run(new ProcessBuilder(line.split(" ", -1)).redirectErrorStream(true));
  }

  /** Runs a command to its end. */
  public static SystemCommand run(ProcessBuilder command) {
    String line = String.join(" ", command.command());
    try {
      Process process = command.start();
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return new SystemCommand(line, process.waitFor(), output);
    } catch (IOException e) {
      return new SystemCommand(line, NOT_STARTED, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted", e);
    }
  }

  public boolean started() {
    return code != NOT_STARTED;
  }

  public boolean succeeded() {
    return code == 0;
  }

  /** Fails unless the command did its work. */
  public SystemCommand orFail() {
    if (!succeeded()) {
      throw new CommandFailure(
          "'%s' failed: %s".formatted(line, output.replaceAll("\\s*\\n\\s*", "; ")));
    }
    return this;
  }
}
