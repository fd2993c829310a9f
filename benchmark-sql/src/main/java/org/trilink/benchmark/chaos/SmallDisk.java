/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FileErrors;

/**
 * A file system of its own at a folder, that can be filled. It goes when this process ends, in
 * whatever way.
 *
 * @param filler the file that fills it
 * @param watcher the process that mounts it, and unmounts it when its input ends
 */
record SmallDisk(Path filler, Process watcher) implements AutoCloseable {

  private static final String SIZE = "256m";
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int LIMIT_SECONDS = 30;

  /**
   * Mounts one.
   *
   * @throws CommandFailure unless this is allowed, which takes root and Linux
   */
  static SmallDisk at(Path folder) {
    try {
      Files.createDirectories(folder);
      Process watcher =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  "trap '' INT TERM HUP;"
                      + " mount -t tmpfs -o size=$2 trilink-chaos \"$1\" || exit 1;"
                      + " echo up; cat > /dev/null; umount -l \"$1\"",
                  "small-disk",
                  folder.toString(),
                  SIZE)
              .redirectErrorStream(true)
              .start();
      String said = watcher.inputReader().readLine();
      if (!"up".equals(said)) {
        throw new CommandFailure(
            "fill-disk needs the right to mount a file system: run as root (" + said + ")");
      }
      return new SmallDisk(folder.resolve("filler"), watcher);
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot mount a file system at " + folder + ": " + FileErrors.reason(e), e);
    }
  }

  /** Fills it to the last byte; again if something was deleted meanwhile. */
  void fill() {
    byte[] block = new byte[BLOCK_BYTES];
    try (OutputStream file = Files.newOutputStream(filler, CREATE, APPEND)) {
      while (true) {
        file.write(block);
      }
    } catch (IOException full) {
      return;
    }
  }

  /** Frees what {@link #fill} took. */
  void free() {
    try {
      Files.deleteIfExists(filler);
    } catch (IOException e) {
      throw new CommandFailure("cannot delete " + filler + ": " + FileErrors.reason(e), e);
    }
  }

  @Override
  public void close() {
    try {
      watcher.getOutputStream().close();
      if (!watcher.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new CommandFailure("the file system at " + filler.getParent() + " is still mounted");
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot unmount: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
