/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * All that a process has of this project if it has nothing else of it: that it ends with its
 * parent, how it runs the SQL Client, and how it logs. The project's jars would be in the way, as
 * they are for one version of Flink.
 */
final class Launcher {

  private static final List<String> FILES =
      List.of("ChildProcess.class", "SqlClientLoop.class", "Engine.class", "log4j2.properties");

  private Launcher() {}

  /** A folder for the class path, in the work folder; made if it is missing. */
  static Path in(WorkFolder folder) {
    Path root = folder.path().resolve("launcher");
    Path files = root.resolve(Launcher.class.getPackageName().replace('.', '/'));
    try {
      Files.createDirectories(files);
      for (String name : FILES) {
        try (InputStream file = Launcher.class.getResourceAsStream(name)) {
          Files.copy(file, files.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot write to " + files, e);
    }
    return root;
  }
}
