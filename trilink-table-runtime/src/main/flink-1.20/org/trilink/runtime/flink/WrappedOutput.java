/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/** An output of rows in front of another one. What versions of Flink emit besides is forwarded. */
public abstract class WrappedOutput implements Output<StreamRecord<RowData>> {

  protected final Output<StreamRecord<RowData>> output;

  protected WrappedOutput(Output<StreamRecord<RowData>> output) {
    this.output = output;
  }

  @Override
  public void emitRecordAttributes(RecordAttributes attributes) {
    output.emitRecordAttributes(attributes);
  }
}
