/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.trilink.benchmark.system.Resources;
import org.trilink.launcher.local.CommandFailure;

/**
 * A process that takes hosts down when this one closes its end of a pipe, or ends in whatever way,
 * for then the system closes it.
 */
record HostWatcher(Process process) implements AutoCloseable {

  private static final int LIMIT_SECONDS = 30;

  /**
   * @param cluster the prefix of the names of all that goes
   * @param groups the folder in which the CPU groups are
   */
  static HostWatcher start(String cluster, Path groups) {
    try {
      return new HostWatcher(
          new ProcessBuilder(
                  "sh",
                  "-c",
                  Resources.text(HostWatcher.class, "watch-hosts.sh"),
                  "watch-hosts",
                  cluster,
                  groups.toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start());
    } catch (IOException e) {
      throw new CommandFailure("cannot start a shell: " + e.getMessage(), e);
    }
  }

  /** Takes the hosts down, and returns when they are gone. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new CommandFailure(
            "the hosts are not gone after %d s; the next benchmark tries again"
                .formatted(LIMIT_SECONDS));
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot take the hosts down: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted", e);
    }
  }
}
