/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.util.concurrent.ThreadLocalRandom;

/** Lets a subtask wait for a short time after a conflict with another one. */
final class Conflicts {

  private static final int LEAST_MILLIS = 2;
  private static final int MOST_DOUBLINGS = 6;

  /**
   * Waits for a random time, which grows with the number of attempts.
   *
   * @param attempt the number of conflicts before this one, from 0
   */
  void pause(int attempt) {
    int most = LEAST_MILLIS << Math.min(attempt, MOST_DOUBLINGS);
    Interrupts.sleep(1 + ThreadLocalRandom.current().nextInt(most));
  }
}
