package org.trilink.examples.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports that this process has given to servers which may not listen on them yet. A lock on a file
 * keeps other processes of this program from giving them away, too, until this process has ended.
 */
final class PortReservation {

  private static final List<FileLock> HELD = new ArrayList<>();

  private PortReservation() {}

  /** Whether the port is this process's now, and was nobody's. */
  static synchronized boolean take(int port) {
    try {
      Path folder = Path.of(System.getProperty("java.io.tmpdir"), "trilink-ports");
      Files.createDirectories(folder);
      Path path = folder.resolve(String.valueOf(port));
      FileChannel file =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = file.tryLock();
      if (lock == null) {
        file.close();
        return false;
      }
      HELD.add(lock);
      path.toFile().deleteOnExit();
      return true;
    } catch (OverlappingFileLockException | IOException takenOrAnotherUsers) {
      return false;
    }
  }
}
