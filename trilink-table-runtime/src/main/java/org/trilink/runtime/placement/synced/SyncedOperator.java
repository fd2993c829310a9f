/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.synced;

import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.WrappingOperator;
import org.trilink.runtime.placement.CoordinatorMessages;

/**
 * A keyed operator behind a {@link SyncedInput}. While no keys are moved, all input is passed on
 * unchanged.
 */
abstract class SyncedOperator<S extends StreamOperator<RowData>> extends WrappingOperator<S> {

  private static final long serialVersionUID = 1L;

  final transient SyncedInput input;
  final transient SyncedKeys keys;

  private final transient CoordinatorMessages messages;

  SyncedOperator(S stock, SyncedInput input, SyncedKeys keys, CoordinatorMessages messages) {
    super(stock);
    this.input = input;
    this.keys = keys;
    this.messages = messages;
  }

  @Override
  public void open() throws Exception {
    input.register(stock.getMetricGroup());
    stock.open();
    keys.open();
    messages.start();
  }

  @Override
  public void close() throws Exception {
    messages.close();
    stock.close();
  }

  @Override
  @SuppressWarnings("unchecked") // the operator's input
  public void setKeyContextElement1(StreamRecord<?> record) throws Exception {
    if (input.passes((StreamRecord<RowData>) record)) {
      stock.setKeyContextElement1(record);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the operator's input
  public void setKeyContextElement2(StreamRecord<?> record) throws Exception {
    if (input.passes((StreamRecord<RowData>) record)) {
      stock.setKeyContextElement2(record);
    }
  }
}
