/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

/** A real server that listens on 127.0.0.1, and can be killed and started again on what it had. */
public interface StoreServer extends AutoCloseable {

  /** For {@code global-merge.store}. */
  String address();

  int port();

  /** As when the power fails; returns when the process is gone. */
  void kill() throws Exception;

  /** On the same port and data; returns when it answers. */
  void start() throws Exception;

  @Override
  void close() throws Exception;
}
