/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

/** Waiting that ends when the task is cancelled. */
final class Interrupts {

  private Interrupts() {}

  /**
   * Waits.
   *
   * @throws StoreException if the thread is interrupted; it stays so
   */
  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("Global merge: interrupted while waiting for the store.", false, e);
    }
  }
}
