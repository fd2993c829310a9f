/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that listen a while after their port was chosen. The system gives none of them
 * to the client side of a connection, which would be in the server's way.
 */
final class ServerPorts {

  /** Below are the ports of well-known servers. */
  private static final int FIRST = 15_000;

  private static final int FEWEST = 1_000;

  /** The number that a socket is bound to for any port that is free at the moment. */
  static final int ANY = 0;

  /** The file with the range of the ports of connections, on Linux. */
  static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  private static final int END = endOf(RANGE);

  private ServerPorts() {}

  /** One of the ports at random; {@link #ANY} if connections may use all of them. */
  static int random() {
    return END - FIRST < FEWEST ? ANY : ThreadLocalRandom.current().nextInt(FIRST, END);
  }

  /** The first port of connections' client sides; {@link #FIRST} if the system does not tell. */
  static int endOf(Path range) {
    try (Scanner numbers = new Scanner(range, StandardCharsets.UTF_8)) {
      return numbers.nextInt();
    } catch (IOException | NoSuchElementException e) {
      return FIRST;
    }
  }
}
