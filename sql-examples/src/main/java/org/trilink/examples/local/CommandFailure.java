/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

/** Something that went wrong outside this program's code; the message is all the user needs. */
public final class CommandFailure extends RuntimeException {

  /**
   * @param message what failed and, where there is one, the remedy
   */
  public CommandFailure(String message) {
    super(message);
  }

  /**
   * @param message what failed and, where there is one, the remedy
   * @param cause what it failed on
   */
  public CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
