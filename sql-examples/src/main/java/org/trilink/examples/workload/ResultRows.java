/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

/**
 * Rows that a script has written, as JSON lines, UTF-8, without line end. Each iteration reads them
 * anew, up to where they end then.
 */
public interface ResultRows extends Iterable<byte[]>, AutoCloseable {

  /** About how many there are now; cheap enough to be asked several times a second. */
  long size();

  @Override
  void close();
}
