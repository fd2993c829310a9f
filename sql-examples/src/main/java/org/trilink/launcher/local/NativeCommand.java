/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.ArrayList;
import java.util.List;

/** How to start a program that is not Java. */
final class NativeCommand implements ProcessCommand {

  static final String SHELL = "sh";

  /**
   * Runs the program and ends it when standard input, a pipe from the process that started it, is
   * closed; or waits for it, if the first byte there says that it is released.
   */
  private static final String WITH_PARENT =
      "\"$@\" & program=$!;"
          + " if [ \"$(head -c 1)\" = "
          + (char) ChildProcess.RELEASE
          + " ]; then wait $program; else kill -9 $program; fi";

  private final String name;
  private final List<String> commandLine;

  /**
   * @param name of the process, of its log file too
   */
  NativeCommand(String name, List<String> commandLine) {
    this.name = name;
    this.commandLine = List.copyOf(commandLine);
  }

  @Override
  public ProcessLine line(TrilinkHome home, WorkFolder folder) {
    List<String> line = new ArrayList<>(List.of(SHELL, "-c", WITH_PARENT, name));
    line.addAll(commandLine);
    return new ProcessLine(name, name + ".log", line);
  }
}
