/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The unchanged scripts of the Flink 1.14.6 distribution that start the SQL Client. */
public final class RealScripts {

  private static final List<String> FILES =
      List.of(
          "bin/config.sh",
          "bin/sql-client.sh",
          "conf/flink-conf.yaml",
          "conf/log4j-cli.properties");

  private RealScripts() {}

  /** Copies them to their places in a distribution. */
  public static void copyTo(Path flinkHome) throws IOException {
    for (String file : FILES) {
      Path target = flinkHome.resolve(file);
      Files.createDirectories(target.getParent());
      try (InputStream source = RealScripts.class.getResourceAsStream("flink-1.14.6/" + file)) {
        Files.copy(source, target);
      }
    }
  }
}
