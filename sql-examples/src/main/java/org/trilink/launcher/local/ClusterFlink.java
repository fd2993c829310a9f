/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import org.trilink.runtime.flink.SupportedFlink;

/**
 * The version of Flink that a cluster runs: the file {@code flink} in its work folder says it, to
 * {@code bin/trilink} as well, which then starts the commands for that version.
 */
final class ClusterFlink {

  private static final String FILE = "flink";

  private ClusterFlink() {}

  static void write(WorkFolder folder) {
    folder.write(folder.path().resolve(FILE), SupportedFlink.VERSION + "\n");
  }

  /**
   * Checks that this program is for the cluster's version.
   *
   * @throws CommandFailure if it is not
   */
  static void require(WorkFolder folder) {
    String version = folder.read(FILE).map(String::strip).orElse(SupportedFlink.VERSION);
    if (!version.equals(SupportedFlink.VERSION)) {
      throw new CommandFailure(
          "the cluster in %s runs Flink %s, and this is Trilink for %s: use --flink %s"
              .formatted(folder.path(), version, SupportedFlink.NAME, version));
    }
  }
}
