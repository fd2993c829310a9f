/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;

/** Takes a BIGINT in the first column as the key. */
final class FirstColumn implements RowDataKeySelector {

  private static final long serialVersionUID = 1L;

  @Override
  public RowData getKey(RowData row) {
    BinaryRowData key = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(key);
    writer.writeLong(0, row.getLong(0));
    writer.complete();
    return key;
  }

  @Override
  public InternalTypeInfo<RowData> getProducedType() {
    return InternalTypeInfo.ofFields(new BigIntType());
  }
}
