package org.trilink.examples.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** The only address that anything here listens on, and its ports. */
final class Loopback {

  static final String ADDRESS = "127.0.0.1";

  private Loopback() {}

  static InetSocketAddress socketAddress(int port) {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  /** A port that nobody listens on now. */
  static int freePort() {
    return bind(0);
  }

  /** The given port if it is free, else any other. */
  static int freePortPreferably(int port) {
    return isFree(port) ? port : freePort();
  }

  static boolean isFree(int port) {
    try {
      return bind(port) > 0;
    } catch (CommandFailure e) {
      return false;
    }
  }

  private static int bind(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      // As servers do: a port that only has closed connections waiting on it counts as free.
      socket.setReuseAddress(true);
      socket.bind(socketAddress(port));
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new CommandFailure("cannot listen on " + ADDRESS + ":" + port, e);
    }
  }
}
