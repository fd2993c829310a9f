/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

/** A real server that listens on 127.0.0.1, and can be killed and restarted with its data. */
public interface StoreServer extends AutoCloseable {

  /** The address for {@code global-merge.store}. */
  String address();

  int port();

  /** Kills the server without a shutdown; returns when the process has ended. */
  void kill() throws Exception;

  /** Starts the server on the same port and data; returns when it answers. */
  void start() throws Exception;

  @Override
  void close() throws Exception;
}
