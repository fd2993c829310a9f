/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.InstantiationUtil;

/**
 * Splits messages with the state of keys into pieces, and reassembles those of one sender: a remote
 * call has a maximum size ({@code akka.framesize}, 10 MB by default).
 */
public final class MessagePieces {

  /** The size of a piece, in bytes. */
  static final int PIECE = 2 << 20;

  private final ByteArrayOutputStream gathered = new ByteArrayOutputStream();

  /** Splits a message into what must be sent, in order. */
  public static List<OperatorEvent> cut(OperatorEvent message) {
    byte[] bytes;
    try {
      bytes = InstantiationUtil.serializeObject(message);
    } catch (IOException e) {
      throw new FlinkRuntimeException("A message of a Sync cannot be sent.", e);
    }
    List<OperatorEvent> pieces = new ArrayList<>();
    if (bytes.length <= PIECE) {
      pieces.add(message);
      return pieces;
    }
    for (int from = 0; from < bytes.length; from += PIECE) {
      int to = Math.min(from + PIECE, bytes.length);
      pieces.add(new MessagePiece(Arrays.copyOfRange(bytes, from, to), to == bytes.length));
    }
    return pieces;
  }

  /**
   * Adds the next received message or piece.
   *
   * @return the message that is complete with it; null if more pieces must follow
   */
  @Nullable
  public OperatorEvent add(OperatorEvent received) throws IOException {
    if (!(received instanceof MessagePiece)) {
      return received;
    }
    MessagePiece piece = (MessagePiece) received;
    gathered.write(piece.bytes);
    if (!piece.isLast) {
      return null;
    }
    byte[] bytes = gathered.toByteArray();
    gathered.reset();
    try {
      return InstantiationUtil.deserializeObject(bytes, MessagePieces.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IOException(
          "The JobManager and the TaskManager have different versions of Trilink.", e);
    }
  }
}
