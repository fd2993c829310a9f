/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

/**
 * Something that happens to a job, and is mended again.
 *
 * @param target of the fault, in a word or two
 * @param strike lets it happen
 * @param mend returns when it is mended
 */
record Fault(String target, Runnable strike, Runnable mend) {

  /** One that mends itself. */
  Fault(String target, Runnable strike) {
    this(target, strike, () -> {});
  }
}
