/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

/** A failure outside this program's code; its message is all that the user needs. */
public final class CommandFailure extends RuntimeException {

  /**
   * @param message what failed and, where there is one, the remedy
   */
  public CommandFailure(String message) {
    super(message);
  }

  /**
   * @param message what failed and, where there is one, the remedy
   * @param cause the underlying error
   */
  public CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
