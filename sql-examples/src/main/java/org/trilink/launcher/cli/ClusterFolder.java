/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.io.File;
import java.nio.file.Path;
import org.trilink.launcher.local.TrilinkHome;
import picocli.CommandLine.Option;

/** The work folder of {@code bin/trilink cluster}, as an option of commands. */
final class ClusterFolder {

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description = "the cluster's work folder (default: .trilink/cluster in the project)")
  private File given;

  /** Whether the user names one. */
  boolean isGiven() {
    return given != null;
  }

  /** The folder's path. */
  Path path() {
    return isGiven()
        ? given.toPath().toAbsolutePath().normalize()
        : TrilinkHome.current().clusterFolder();
  }

  /** As the user named it; the path if it is the default. */
  @Override
  public String toString() {
    return isGiven() ? given.toString() : path().toString();
  }
}
