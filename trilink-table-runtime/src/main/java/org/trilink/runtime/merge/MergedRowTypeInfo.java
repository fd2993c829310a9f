/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.operator.RowDataTypeInfo;

/** The type of merged rows in the exchange, where they are serialized compactly. */
public final class MergedRowTypeInfo extends RowDataTypeInfo {

  private static final long serialVersionUID = 1L;

  /**
   * @param rowType of the rows, of all columns
   */
  public MergedRowTypeInfo(RowType rowType) {
    super(rowType);
  }

  @Override
  public TypeSerializer<RowData> createSerializer(ExecutionConfig config) {
    return new MergedRowSerializer(toRowType());
  }
}
