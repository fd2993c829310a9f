/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.io.IOException;

/**
 * Reads partitions to their ends and does nothing with the bytes: what no job that reads them can
 * exceed.
 */
public final class BareConsumer {

  private BareConsumer() {}

  /** Arguments: those of {@link TimedPasses}. */
  public static void main(String[] args) throws IOException {
    new TimedPasses(args).run(() -> new Pass() {}, () -> new Pass() {});
  }
}
