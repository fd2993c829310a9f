/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.nio.file.Path;
import java.util.Optional;

/** The data that a workload's scripts expect in Redis. */
@FunctionalInterface
public interface RedisData {

  /**
   * Writes it into a server.
   *
   * @param address {@code host:port}
   * @param options what the generated input is made by
   * @param input a file that is read instead of generated input
   */
  void load(String address, GeneratorOptions options, Optional<Path> input);
}
