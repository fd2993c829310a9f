/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.nio.file.Path;

/** A real Redis server for one test. */
public final class TestRedis implements AutoCloseable {

  private final LocalServices services;
  private final String address;

  /**
   * @param folder for the server's program and log
   */
  public TestRedis(Path folder) {
    services =
        new LocalServices(TrilinkHome.current(), WorkFolder.create(folder.resolve("redis-run")));
    address = services.startRedisInMemory().awaitAddress();
  }

  /** Its {@code host:port}. */
  public String address() {
    return address;
  }

  @Override
  public void close() {
    services.close();
  }
}
