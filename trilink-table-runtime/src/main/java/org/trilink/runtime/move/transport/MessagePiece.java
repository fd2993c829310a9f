/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.transport;

import org.apache.flink.runtime.operators.coordination.OperatorEvent;

/** A part of a message that is too large for one remote call. */
final class MessagePiece implements OperatorEvent {

  private static final long serialVersionUID = 1L;

  final byte[] bytes;
  final boolean isLast;

  MessagePiece(byte[] bytes, boolean isLast) {
    this.bytes = bytes;
    this.isLast = isLast;
  }

  @Override
  public String toString() {
    return "MessagePiece(" + bytes.length + " bytes" + (isLast ? ", the last one)" : ")");
  }
}
