/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.InputStream;

/**
 * One message after the other as the input of one parser, which need not be made anew for each. The
 * stream is at its end where the message is, until {@link #next} gives it another.
 */
final class MessageStream extends InputStream {

  private byte[] message = new byte[0];
  private int position;

  void next(byte[] nextMessage) {
    message = nextMessage;
    position = 0;
  }

  /** Of the message, in bytes. */
  int length() {
    return message.length;
  }

  /** Whether the parser has taken all of the message. */
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
