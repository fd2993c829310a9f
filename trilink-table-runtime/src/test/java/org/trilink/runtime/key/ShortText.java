/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;

/** The characters of a key that is one short text in ASCII, in the first column, as a number. */
public final class ShortText implements KeyNumber {

  private static final int MAX_CHARACTERS = 8;
  private static final int CHARACTER_BITS = 7;

  private static final long serialVersionUID = 1L;

  @Override
  public boolean isNull(RowData row) {
    return row.isNullAt(0);
  }

  @Override
  public long of(RowData row) {
    byte[] text = row.getString(0).toBytes();
    if (text.length > MAX_CHARACTERS) {
      throw new IllegalArgumentException(row.getString(0) + " is too long for a number");
    }
    long number = 1;
    for (byte each : text) {
      number = (number << CHARACTER_BITS) | each;
    }
    return number;
  }

  @Override
  public void setKey(BinaryRowData key, long number) {
    StringBuilder text = new StringBuilder();
    for (long rest = number; rest > 1; rest >>= CHARACTER_BITS) {
      text.insert(0, (char) (rest & ((1 << CHARACTER_BITS) - 1)));
    }
    BinaryRowWriter writer = new BinaryRowWriter(key);
    writer.writeString(0, StringData.fromString(text.toString()));
    writer.complete();
  }
}
