/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sample;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.trilink.runtime.kafka.ReadPosition;

/**
 * In the place of a keyed operator's exchange: gives key and event time of each row to the sample's
 * receiver, and emits nothing.
 */
public final class SampleOperator extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  /** The rows have no event time. */
  public static final int NO_COLUMN = -1;

  /** The precision of a rowtime. */
  private static final int PRECISION = 3;

  private final String sample;
  private final int input;
  private final RowDataKeySelector keys;
  private final int timeColumn;
  private final String source;
  private final boolean isTracked;

  private transient SampleReceiver receiver;
  private transient long received;
  private transient ReadPosition lastPosition;
  private transient long lastNumber;

  /**
   * Creates it.
   *
   * @param sample the receiver's id
   * @param input of the keyed operator, 0 or 1
   * @param timeColumn with the event time, or {@link #NO_COLUMN}
   * @param source the table's name, which stands for the only partition of a source without
   *     partitions
   * @param isTracked whether the source is a {@link org.trilink.runtime.kafka.TrackedSource}
   */
  public SampleOperator(
      String sample,
      int input,
      RowDataKeySelector keys,
      int timeColumn,
      String source,
      boolean isTracked) {
    this.sample = sample;
    this.input = input;
    this.keys = keys;
    this.timeColumn = timeColumn;
    this.source = source;
    this.isTracked = isTracked;
    chainingStrategy = ChainingStrategy.ALWAYS;
  }

  @Override
  public void open() throws Exception {
    super.open();
    receiver = SampleReceivers.of(sample);
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    BinaryRowData key = (BinaryRowData) keys.getKey(row);
    ReadPosition position = ReadPosition.ofThread();
    if (position != null) {
      dropped(position.number() - 1 - lastNumber);
      lastPosition = position;
      lastNumber = position.number();
      receiver.record(input, position.partition(), position.timestamp(), key, timeOf(row));
    } else if (isTracked) {
      throw new IllegalStateException(
          "Between table "
              + source
              + " and the operator's keys, rows are handed to another thread, so their partitions"
              + " are not known (an asynchronous lookup join, or pipeline.operator-chaining=false).");
    } else {
      receiver.record(input, source, received++, key, timeOf(row));
    }
  }

  /** A record may also come as several rows, behind a table function. */
  private void dropped(long records) {
    if (records > 0) {
      receiver.dropped(input, records);
    }
  }

  /** After the last record that came, others may have been dropped. */
  @Override
  public void close() throws Exception {
    if (lastPosition != null) {
      dropped(lastPosition.number() - lastNumber);
      lastNumber = lastPosition.number();
    }
    super.close();
  }

  private long timeOf(RowData row) {
    return timeColumn == NO_COLUMN || row.isNullAt(timeColumn)
        ? SampleReceiver.NO_TIME
        : row.getTimestamp(timeColumn, PRECISION).getMillisecond();
  }
}
