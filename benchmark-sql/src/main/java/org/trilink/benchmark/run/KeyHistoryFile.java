/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.trilink.launcher.local.CommandFailure;

/** How many records of each key there were the time before, as placements are told it. */
public final class KeyHistoryFile {

  private KeyHistoryFile() {}

  /**
   * Writes the history to a file of the cluster, in place of an earlier one.
   *
   * @param lines of the form {@code key,records}
   */
  public static Path write(BenchCluster cluster, Stream<String> lines) {
    Path file = cluster.services().folder().temp().resolve("history.csv");
    try {
      return Files.write(file, lines.toList());
    } catch (IOException e) {
      throw new CommandFailure("cannot write " + file, e);
    }
  }
}
