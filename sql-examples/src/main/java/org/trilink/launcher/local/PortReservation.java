/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import javax.annotation.concurrent.GuardedBy;

/**
 * Ports that this process has given to servers which may not listen on them yet. A lock on a file
 * keeps this user's other processes of this program from using them, too, until this process has
 * ended.
 */
final class PortReservation {

  @GuardedBy("PortReservation.class")
  private static final Map<Path, FileLock> HELD = new HashMap<>();

  private PortReservation() {}

  /** Reserves the port; returns false if it is reserved already. */
  static boolean take(int port) {
    return take(Path.of(System.getProperty("java.io.tmpdir")), port);
  }

  /**
   * Reserves the port; returns false if it is reserved already.
   *
   * @param temp the folder for temporary files, which other users may write to
   */
  static synchronized boolean take(Path temp, int port) {
    Path path = PrivateFolder.in(temp, "trilink-ports").resolve(String.valueOf(port));
    if (HELD.containsKey(path)) {
      return false;
    }
    try {
      FileChannel file =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      FileLock lock = file.tryLock();
      if (lock == null) {
        file.close();
        return false;
      }
      HELD.put(path, lock);
      path.toFile().deleteOnExit();
      return true;
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot reserve the port " + port + " in " + path + ": " + FileErrors.reason(e), e);
    }
  }
}
