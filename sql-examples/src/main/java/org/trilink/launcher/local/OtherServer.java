/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.function.Predicate;

/** A server that only whoever started it knows, but for where it listens. */
final class OtherServer {

  private OtherServer() {}

  private static String file(String name) {
    return name + ".address";
  }

  static void writeAddress(String name, String address, WorkFolder folder) {
    folder.write(folder.path().resolve(file(name)), address);
  }

  /** Whether it takes connections; empty if nobody said where. */
  static Optional<Predicate<LocalProcess>> readiness(String name, WorkFolder folder) {
    return folder.read(file(name)).map(address -> process -> isUp(address));
  }

  private static boolean isUp(String address) {
    try (Socket socket = new Socket()) {
      socket.connect(HostAddress.socketAddress(address));
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }
}
