/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

/**
 * The message has to be decoded by Flink's decoder. Has no stack trace, for speed: some inputs have
 * many such messages.
 */
public final class UndecidedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UndecidedException() {
    super("for Flink's decoder to decide", null, false, false);
  }
}
