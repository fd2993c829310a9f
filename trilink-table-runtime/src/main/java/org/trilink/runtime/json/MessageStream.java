/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.InputStream;

/**
 * The input of a parser that is reused for all messages. The stream ends at the end of the message,
 * until {@link #next} sets another one.
 */
final class MessageStream extends InputStream {

  private byte[] message = new byte[0];
  private int position;

  void next(byte[] nextMessage) {
    message = nextMessage;
    position = 0;
  }

  /** The length of the message, in bytes. */
  int length() {
    return message.length;
  }

  /** Whether the parser has read all of the message. */
  boolean isTaken() {
    return position == message.length;
  }

  @Override
  public int read() {
    return isTaken() ? -1 : message[position++] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (isTaken()) {
      return -1;
    }
    int count = Math.min(length, message.length - position);
    System.arraycopy(message, position, target, offset, count);
    position += count;
    return count;
  }
}
