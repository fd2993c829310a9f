/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

/**
 * The message is one for flink-json to decide on. Costs no stack trace: some inputs are full of
 * them.
 */
final class UndecidedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UndecidedException() {
    super("for flink-json to decide", null, false, false);
  }
}
