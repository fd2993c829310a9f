/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

/**
 * A process's whole command line, which is kept to start the process again.
 *
 * @param name of the process
 * @param output the file in the folder of the logs that gets standard output and standard error
 * @param words the program and its arguments
 */
record ProcessLine(String name, String output, List<String> words) {

  private static final String SHELL = "sh";

  /**
   * Runs the program and ends it when standard input, a pipe from the process that started it, is
   * closed; or waits for it, if the first byte there says that it is released.
   */
  private static final String WITH_PARENT =
      "\"$@\" & program=$!;"
          + " if [ \"$(head -c 1)\" = "
          + (char) ChildProcess.RELEASE
          + " ]; then wait $program; else kill -9 $program; fi";

  ProcessLine {
    words = List.copyOf(words);
  }

  /**
   * Returns how to start a program that is not Java.
   *
   * @param name of the process, of its log file too
   * @param commandLine the program and its arguments
   */
  static ProcessLine ofProgram(String name, List<String> commandLine) {
    List<String> words = new ArrayList<>(List.of(SHELL, "-c", WITH_PARENT, name));
    words.addAll(commandLine);
    return new ProcessLine(name, name + ".log", words);
  }

  /** Whether the program runs under a shell. */
  boolean isUnderShell() {
    return words.get(0).equals(SHELL);
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
