/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;

/**
 * The least that an operator can do for COUNT, SUM and MAX by tumbling window and key, with the
 * key's own event time: a record finds its key's place in a table of numbers, changes three others
 * there, and puts out the key's last window if it is in the next one. There is no state to save, no
 * late record, no NULL and no other key than a BIGINT.
 */
final class LeastWindowOperator extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  static final int COLUMNS = 5;

  private final long size;
  private final int mask;
  private final long[] keys;
  private final long[] ends;
  private final long[] counts;
  private final long[] sums;
  private final long[] maxima;
  private final BinaryRowData result = new BinaryRowData(COLUMNS);
  private final StreamRecord<RowData> outgoing = new StreamRecord<>(result);

  /**
   * @param size of windows, in ms
   * @param places a power of two, more than there are keys
   */
  LeastWindowOperator(long size, int places) {
    this.size = size;
    this.mask = places - 1;
    keys = new long[places];
    ends = new long[places];
    counts = new long[places];
    sums = new long[places];
    maxima = new long[places];
    new BinaryRowWriter(result).complete();
  }

  @Override
  public void processElement(StreamRecord<RowData> element) {
    RowData row = element.getValue();
    long key = row.getLong(0);
    long value = row.getLong(1);
    long time = row.getTimestamp(2, 3).getMillisecond();
    int place = placeOf(key);
    if (time >= ends[place]) {
      if (counts[place] > 0) {
        putOut(place);
      }
      keys[place] = key;
      ends[place] = time - time % size + size;
      counts[place] = 0;
      sums[place] = 0;
      maxima[place] = Long.MIN_VALUE;
    }
    counts[place]++;
    sums[place] += value;
    maxima[place] = Math.max(maxima[place], value);
  }

  private int placeOf(long key) {
    int place = (int) ((key * 0x9e3779b97f4a7c15L) >>> 32) & mask;
    while (counts[place] > 0 && keys[place] != key) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void putOut(int place) {
    result.setLong(0, keys[place]);
    result.setLong(1, counts[place]);
    result.setLong(2, sums[place]);
    result.setLong(3, maxima[place]);
    result.setLong(4, ends[place]);
    output.collect(outgoing);
  }
}
