/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Where a server of a work folder listens; the file {@code NAME.address} says it. */
final class ServerAddress {

  private ServerAddress() {}

  private static String file(String name) {
    return name + ".address";
  }

  static void write(String name, String address, WorkFolder folder) {
    folder.write(folder.path().resolve(file(name)), address);
  }

  /** The {@code host:port} of a server; empty if none of that name was started. */
  static Optional<String> read(String name, WorkFolder folder) {
    return folder.read(file(name));
  }

  /** Whether it takes connections; empty if nobody said where. */
  static Optional<BooleanSupplier> readiness(String name, WorkFolder folder) {
    return read(name, folder).map(address -> () -> takesConnections(address));
  }

  static boolean takesConnections(String address) {
    try (Socket socket = new Socket()) {
      socket.connect(HostAddress.socketAddress(address));
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }
}
