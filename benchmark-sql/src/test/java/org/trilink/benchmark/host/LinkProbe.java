/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** Sends bytes from one host to another and tells how fast they came. */
final class LinkProbe {

  private static final int BUFFER_BYTES = 1 << 16;

  private LinkProbe() {}

  /** Measures bytes a second. */
  static double bytesPerSecond(Hosts hosts, int from, int to) throws IOException {
    var target = hosts.cluster().taskManagers().get(to - 1);
    try (HostProcess receiver = HostProcess.java(target, Receiver.class, target.address().host());
        HostProcess sender =
            HostProcess.java(
                hosts.cluster().taskManagers().get(from - 1),
                Sender.class,
                target.address().host(),
                receiver.readLine())) {
      return Double.parseDouble(receiver.readLine());
    }
  }

  /** Argument: the address to listen on. Prints its port, and in the end bytes a second. */
  static final class Receiver {

    private Receiver() {}

    public static void main(String[] args) throws IOException {
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName(args[0]))) {
        System.out.println(server.getLocalPort());
        try (Socket socket = server.accept()) {
          System.out.println(drain(socket.getInputStream()));
        }
      }
    }

    private static double drain(InputStream in) throws IOException {
      byte[] buffer = new byte[BUFFER_BYTES];
      long start = System.nanoTime();
      long bytes = 0;
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        bytes += read;
      }
      return bytes * 1e9 / (System.nanoTime() - start);
    }
  }

  /** Arguments: address and port to send to, for a second and a half. */
  static final class Sender {

    private static final long MILLIS = 1_500;

    private Sender() {}

    public static void main(String[] args) throws IOException {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(args[0], Integer.parseInt(args[1])));
        OutputStream out = socket.getOutputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
        while (System.nanoTime() < end) {
          out.write(buffer);
        }
      }
    }
  }
}
