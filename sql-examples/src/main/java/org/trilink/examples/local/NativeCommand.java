/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How to start a program that is not Java. */
final class NativeCommand implements ProcessCommand {

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
  public LocalProcess start(TrilinkHome home, WorkFolder folder) {
    List<String> line = new ArrayList<>(List.of("sh", "-c", WITH_PARENT, name));
    line.addAll(commandLine);
    File output = folder.logs().resolve(name + ".log").toFile();
    try {
      return new LocalProcess(
          name,
          new ProcessBuilder(line)
              .directory(folder.path().toFile())
              .redirectErrorStream(true)
              .redirectOutput(output)
              .start(),
          folder.logs());
    } catch (IOException e) {
      throw new CommandFailure("cannot start the process " + name + ": " + e.getMessage(), e);
    }
  }
}
