/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.TableStreamOperator;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/**
 * Replaces an exchange: emits each row as the network would, as a new binary row. Flink's keyed
 * operators keep rows and compare them with those from restored state, so these must be of one kind
 * and must not be changed afterwards.
 */
public final class BinaryRowOperator extends TableStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private final RowDataSerializer serializer;

  public BinaryRowOperator(RowDataSerializer serializer) {
    this.serializer = serializer;
    this.chainingStrategy = ChainingStrategy.ALWAYS;
  }

  @Override
  public void processElement(StreamRecord<RowData> element) {
    output.collect(element.copy(serializer.toBinaryRow(element.getValue()).copy()));
  }
}
