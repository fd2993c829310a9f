/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.concurrent.ThreadLocalRandom;
import javax.annotation.concurrent.GuardedBy;

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

  /**
   * Reservations of ports that this process has given to servers which may not listen on them yet.
   * A UDP socket on the same number keeps other processes of this program from using them, too,
   * until this process has ended; the servers themselves use TCP only.
   */
  @GuardedBy("ServerPorts.class")
  private static final List<DatagramSocket> RESERVED = new ArrayList<>();

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

  /** Reserves a port of an address of this machine; returns false if it is reserved already. */
  static synchronized boolean reserve(InetSocketAddress port) {
    try {
      return RESERVED.add(new DatagramSocket(port));
    } catch (BindException reserved) {
      return false;
    } catch (SocketException e) {
      throw new CommandFailure("cannot reserve the port " + port + ": " + e.getMessage(), e);
    }
  }
}
