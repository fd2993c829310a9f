/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.trilink.launcher.local.CommandFailure;

/**
 * A command of the system that has ended.
 *
 * @param output what it wrote, errors included
 */
record SystemCommand(String line, int code, String output) {

  /** Runs a command; a line of words without spaces in them. */
  static SystemCommand run(String line) {
    try {
      Process process = new ProcessBuilder(line.split(" ", -1)).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return new SystemCommand(line, process.waitFor(), output);
    } catch (IOException e) {
      return new SystemCommand(line, -1, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted", e);
    }
  }

  boolean succeeded() {
    return code == 0;
  }

  /** Fails unless the command did its work. */
  SystemCommand orFail() {
    if (!succeeded()) {
      throw new CommandFailure(
          "'%s' failed: %s".formatted(line, output.replaceAll("\\s*\\n\\s*", "; ")));
    }
    return this;
  }
}
