/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * A proxy between a client and a server. At a chosen piece of data it closes all connections, and
 * forwards nothing until {@link #mend} is called.
 */
public final class CuttableProxy implements AutoCloseable {

  private final ServerSocket listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
  private final int target;
  private final List<Socket> sockets = new ArrayList<>();
  private int pieces;
  private int cutAt = Integer.MAX_VALUE;
  private boolean passLast;
  private boolean cut;
  private Runnable whenCut = () -> {};

  public CuttableProxy(int target) throws IOException {
    this.target = target;
    start(this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /**
   * Cuts the connections at a piece of data that is sent to the server, counted from now on.
   *
   * @param passLastPiece whether the server still receives it (and its answer is lost)
   * @param action is run after the cut
   */
  public synchronized void cutAt(int piece, boolean passLastPiece, Runnable action) {
    pieces = 0;
    cutAt = piece;
    passLast = passLastPiece;
    whenCut = action;
  }

  /** Whether it has cut. */
  public synchronized boolean isCut() {
    return cut;
  }

  /** Forwards everything from now on. */
  public synchronized void mend() {
    cut = false;
    cutAt = Integer.MAX_VALUE;
  }

  private void accept() {
    try {
      while (true) {
        connect(listener.accept());
      }
    } catch (IOException closed) {
      closeAll();
    }
  }

  private synchronized void connect(Socket client) throws IOException {
    if (cut) {
      client.close();
      return;
    }
    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
    sockets.add(client);
    sockets.add(server);
    start(() -> pass(client, server, true));
    start(() -> pass(server, client, false));
  }

  private void pass(Socket from, Socket to, boolean toServer) {
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      int read = in.read(buffer);
      while (read >= 0 && passes(toServer, out, buffer, read)) {
        read = in.read(buffer);
      }
    } catch (IOException lost) {
      closeQuietly(to);
    }
  }

  private synchronized boolean passes(boolean toServer, OutputStream out, byte[] buffer, int size)
      throws IOException {
    if (cut) {
      return false;
    }
    boolean isLast = toServer && ++pieces == cutAt;
    if (!isLast || passLast) {
      out.write(buffer, 0, size);
      out.flush();
    }
    if (isLast) {
      cut = true;
      whenCut.run();
      closeAll();
    }
    return !isLast;
  }

  private synchronized void closeAll() {
    sockets.forEach(CuttableProxy::closeQuietly);
    sockets.clear();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException closed) {
      return;
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    closeAll();
  }
}
