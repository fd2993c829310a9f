/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;

/** Keys of one column, as an exchange's selector yields them. */
final class Keys {

  static final RowType BIGINT = RowType.of(new BigIntType());

  private Keys() {}

  static BinaryRowData of(long value) {
    BinaryRowData key = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(key);
    writer.writeLong(0, value);
    writer.complete();
    return key;
  }

  static BinaryRowData of(String value) {
    BinaryRowData key = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(key);
    writer.writeString(0, StringData.fromString(value));
    writer.complete();
    return key;
  }

  static BinaryRowData ofNull() {
    BinaryRowData key = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(key);
    writer.setNullAt(0);
    writer.complete();
    return key;
  }
}
