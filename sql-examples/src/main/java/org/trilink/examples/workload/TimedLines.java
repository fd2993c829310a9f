/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.Iterator;

/** Input lines, UTF-8, without line end, in the order of their arrival, with its times. */
public interface TimedLines extends Iterator<byte[]> {

  /** When the line that {@link #next()} returned last arrives, in epoch milliseconds. */
  long arrivalMs();
}
