/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.operator.RowDataTypeInfo;

/**
 * The type of rows between an operator that places their keys and the exchange, and after the
 * exchange: plain rows that carry the hash code of their key.
 */
public final class PlacedRowTypeInfo extends RowDataTypeInfo {

  private static final long serialVersionUID = 1L;

  /**
   * @param rowType of the rows, of all columns
   */
  public PlacedRowTypeInfo(RowType rowType) {
    super(rowType);
  }

  @Override
  public TypeSerializer<RowData> createSerializer(ExecutionConfig config) {
    return new PlacedRowSerializer(new RowDataSerializer(toRowType()));
  }
}
