/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.util.concurrent.ThreadLocalRandom;

/** Lets a subtask wait for a moment after another one was faster. */
final class Conflicts {

  private static final int LEAST_MILLIS = 2;
  private static final int MOST_DOUBLINGS = 6;

  /**
   * Waits for a random time, which gets longer.
   *
   * @param attempt how often that has happened before, from 0
   */
  void pause(int attempt) {
    int most = LEAST_MILLIS << Math.min(attempt, MOST_DOUBLINGS);
    Interrupts.sleep(1 + ThreadLocalRandom.current().nextInt(most));
  }
}
