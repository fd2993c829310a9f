/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.io.File;
import java.nio.file.Path;
import org.trilink.launcher.local.TrilinkHome;

/** The work folder of {@code bin/trilink cluster}, which commands name with {@code --work-dir}. */
final class ClusterFolder {

  static final String DESCRIPTION =
      "the cluster's work folder (default: .trilink/cluster in the project)";

  private ClusterFolder() {}

  /**
   * The folder's path.
   *
   * @param given by the user; null for the default
   */
  static Path of(TrilinkHome home, File given) {
    return given == null ? home.clusterFolder() : given.toPath().toAbsolutePath().normalize();
  }
}
