/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.table.data.RowData;

/**
 * An operator of one input around another one. What versions of Flink send through the input
 * besides records and watermarks is delegated.
 */
public interface WrappedOneInput extends OneInputStreamOperator<RowData, RowData> {

  /** The operator inside. */
  OneInputStreamOperator<RowData, RowData> stock();

  @Override
  default void processRecordAttributes(RecordAttributes attributes) throws Exception {
    stock().processRecordAttributes(attributes);
  }
}
