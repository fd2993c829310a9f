/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

/**
 * The message has to be decoded by flink-json. Has no stack trace, for speed: some inputs have many
 * such messages.
 */
final class UndecidedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UndecidedException() {
    super("for flink-json to decide", null, false, false);
  }
}
