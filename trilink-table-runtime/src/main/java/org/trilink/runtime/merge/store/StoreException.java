/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import javax.annotation.Nullable;

/** A request to a store has failed. */
public class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean passing;

  /**
   * Creates it.
   *
   * @param message without secrets, as its cause must be
   * @param passing whether the same request may succeed later: the connection was lost, the server
   *     restarts, or there was a conflict with another transaction
   */
  StoreException(String message, boolean passing, @Nullable Throwable cause) {
    super(message, cause);
    this.passing = passing;
  }

  /** Whether the same request may succeed later. */
  public boolean isPassing() {
    return passing;
  }
}
