/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/**
 * A process's whole command line, which is kept to start the process again.
 *
 * @param name of the process
 * @param output the file in the folder of the logs that gets standard output and standard error
 * @param words the program and its arguments
 */
record ProcessLine(String name, String output, List<String> words) {

  ProcessLine {
    words = List.copyOf(words);
  }

  /** Whether the program runs under a shell. */
  boolean isUnderShell() {
    return words.get(0).equals(NativeCommand.SHELL);
  }

  /** Starts the process; it ends with this one unless it is released. */
  LocalProcess start(WorkFolder folder) {
    return new LocalProcess(this, folder, run(folder, false));
  }

  /** Starts a process that ran before; what that wrote is kept. */
  LocalProcess startAgain(WorkFolder folder) {
    return new LocalProcess(this, folder, run(folder, true));
  }

  /**
   * Starts the process.
   *
   * @param append whether its output goes behind that of earlier ones
   */
  Process run(WorkFolder folder, boolean append) {
    File file = folder.logs().resolve(output).toFile();
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.directory(folder.path().toFile());
    builder.environment().put("FLINK_CONF_DIR", folder.conf().toString());
    builder
        .redirectErrorStream(true)
        .redirectOutput(append ? Redirect.appendTo(file) : Redirect.to(file));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new CommandFailure("cannot start the process " + name + ": " + e.getMessage(), e);
    }
  }
}
