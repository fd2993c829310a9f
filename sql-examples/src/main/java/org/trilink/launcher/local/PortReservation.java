/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.concurrent.GuardedBy;

/**
 * Ports that this process has given to servers which may not listen on them yet. A UDP socket on
 * the same number keeps other processes of this program from using them, too, until this process
 * has ended; the servers themselves use TCP only.
 */
final class PortReservation {

  @GuardedBy("PortReservation.class")
  private static final List<DatagramSocket> HELD = new ArrayList<>();

  private PortReservation() {}

  /** Reserves a port of an address of this machine; returns false if it is reserved already. */
  static synchronized boolean take(InetSocketAddress port) {
    try {
      return HELD.add(new DatagramSocket(port));
    } catch (BindException reserved) {
      return false;
    } catch (SocketException e) {
      throw new CommandFailure("cannot reserve the port " + port + ": " + e.getMessage(), e);
    }
  }
}
