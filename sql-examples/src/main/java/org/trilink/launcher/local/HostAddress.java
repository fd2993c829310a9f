/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/**
 * The only address that a process here listens on, and its ports.
 *
 * @param host in digits
 */
public record HostAddress(String host) {

  public static final HostAddress LOOPBACK = new HostAddress("127.0.0.1");

  private static final int FREE_PORT_TRIES = 100;

  /** {@code host:port}. */
  String withPort(int port) {
    return host + ":" + port;
  }

  /** The socket address that {@code host:port} stands for. */
  static InetSocketAddress socketAddress(String hostAndPort) {
    int colon = hostAndPort.lastIndexOf(':');
    return new HostAddress(hostAndPort.substring(0, colon))
        .socketAddress(Integer.parseInt(hostAndPort.substring(colon + 1)));
  }

  InetSocketAddress socketAddress(int port) {
    try {
      return new InetSocketAddress(InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(host + " is not an address", e);
    }
  }

  /** A port that no server listens on or is about to listen on. */
  int freePort() {
    for (int tries = 0; tries < FREE_PORT_TRIES; tries++) {
      int candidate = ServerPorts.random();
      int port = candidate == ServerPorts.ANY ? bind(ServerPorts.ANY) : candidate;
      if (isFree(port) && ServerPorts.reserve(socketAddress(port))) {
        return port;
      }
    }
    throw new CommandFailure(
        "cannot reserve a port: each of %d ports was taken or reserved already"
            .formatted(FREE_PORT_TRIES));
  }

  /** The given port if it is free, else any other. */
  int freePortPreferably(int port) {
    return isFree(port) && ServerPorts.reserve(socketAddress(port)) ? port : freePort();
  }

  boolean isFree(int port) {
    try {
      return bind(port) > 0;
    } catch (CommandFailure e) {
      return false;
    }
  }

  private int bind(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      // As servers do: a port that only has closed connections waiting on it counts as free.
      socket.setReuseAddress(true);
      socket.bind(socketAddress(port));
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new CommandFailure("cannot listen on " + withPort(port), e);
    }
  }
}
