/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;

/**
 * Knows which messages to try to read as plain ones. A {@link PlainObjectReader} is made when two
 * messages in a row have had the same names in the same order. When messages are not as it expects,
 * it is tried less and less often, so that topics with other messages cost next to nothing more.
 */
final class PlainMessages {

  private static final int MOST_LEFT_OUT = 255;

  private final JsonRowReader reader;

  /**
   * The reader of plain messages; null as long as messages have no form in common, or one that is
   * not plain.
   */
  @Nullable private PlainObjectReader plain;

  /** The form of the last message that was not read as a plain one. */
  private long lookedUp = -1;

  private int names;

  /** Whether {@link #plain} was made of a message of that form. */
  private boolean isOfThatForm;

  /** How many of the next messages are not tried, and how many were after the last failure. */
  private int leaveOut;

  private int leftOut;

  /**
   * @param reader of all messages that are not plain; knows what the last one looked like
   */
  PlainMessages(JsonRowReader reader) {
    this.reader = reader;
  }

  /** Reads a message; null if it is to be read by the reader of all messages. */
  @Nullable
  GenericRowData read(byte[] message) {
    if (plain == null) {
      return null;
    }
    if (leaveOut > 0) {
      leaveOut--;
      return null;
    }
    GenericRowData row = plainRow(message);
    leftOut = row == null ? Math.min(MOST_LEFT_OUT, 2 * leftOut + 1) : 0;
    leaveOut = leftOut;
    return row;
  }

  @Nullable
  private GenericRowData plainRow(byte[] message) {
    try {
      return plain.read(message);
    } catch (RuntimeException e) {
      return null; // the other reader has it, too
    }
  }

  /** The reader of all messages has read one. */
  void learn() {
    boolean isAsBefore = lookedUp == reader.lookedUp() && names == reader.lastNames();
    lookedUp = reader.lookedUp();
    names = reader.lastNames();
    if (!isAsBefore) {
      isOfThatForm = false;
    } else if (!isOfThatForm) {
      plain = reader.plain();
      isOfThatForm = true;
      leftOut = 0;
      leaveOut = 0;
    }
  }
}
