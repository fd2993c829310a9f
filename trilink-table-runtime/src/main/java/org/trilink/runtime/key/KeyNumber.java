/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.io.Serializable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;

/**
 * A number that identifies a row's key. It is read without creating a key row for each record, and
 * without hashing it.
 */
public interface KeyNumber extends Serializable {

  /** Whether the key is NULL, and has no number. */
  boolean isNull(RowData row);

  /** The number of a row whose key is not NULL. */
  long of(RowData row);

  /** A new row for {@link #setKey} and {@code setNullAt(0)}; its key is NULL. */
  default BinaryRowData newKey() {
    BinaryRowData key = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(key);
    writer.setNullAt(0);
    writer.complete();
    return key;
  }

  /** Sets a key row to the key of a number: the same bytes that a key selector writes. */
  void setKey(BinaryRowData key, long number);
}
