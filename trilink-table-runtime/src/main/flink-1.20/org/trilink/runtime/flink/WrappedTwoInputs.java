/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.table.data.RowData;

/**
 * An operator of two inputs around another one. What versions of Flink send through the inputs
 * besides records and watermarks is delegated.
 */
public interface WrappedTwoInputs extends TwoInputStreamOperator<RowData, RowData, RowData> {

  /** The operator inside. */
  TwoInputStreamOperator<RowData, RowData, RowData> stock();

  @Override
  default void processRecordAttributes1(RecordAttributes attributes) throws Exception {
    stock().processRecordAttributes1(attributes);
  }

  @Override
  default void processRecordAttributes2(RecordAttributes attributes) throws Exception {
    stock().processRecordAttributes2(attributes);
  }
}
