/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.trilink.runtime.window.Reading;

/**
 * A merged row, for tests.
 *
 * @param time the maximum event time of its records, or the end of their slice, in ms
 */
public record Merged(String key, long count, long sum, long max, long time) {

  /** Key, count, sum, maximum value, maximum time, number of records. */
  static final RowType WITH_RECORDS =
      RowType.of(
          LocalMergeHarness.KEY,
          new BigIntType(),
          new BigIntType(),
          new BigIntType(),
          new TimestampType(3),
          new BigIntType());

  /** Position of the maximum time in the row. */
  public static final int TIME = 4;

  /** Position of the number of records in the row. */
  public static final int RECORDS = 5;

  /** The merged row of one record. */
  public static Merged of(Reading reading) {
    return new Merged(reading.key(), 1, reading.value(), reading.value(), reading.time());
  }

  static Merged withTime(RowData row) {
    return of(row, row.getTimestamp(TIME, 3).getMillisecond());
  }

  static Merged withRecords(RowData row) {
    assertThat(row.getLong(RECORDS)).as("records of %s", row).isEqualTo(row.getLong(1));
    return withTime(row);
  }

  static Merged withSliceEnd(RowData row) {
    return of(row, row.getLong(TIME));
  }

  static Merged withoutTime(RowData row) {
    return of(row, 0);
  }

  /** The row with its number of records, as received from the exchange. */
  public RowData received() throws IOException {
    TypeSerializer<RowData> serializer =
        new MergedRowTypeInfo(WITH_RECORDS).createSerializer(new ExecutionConfig());
    DataOutputSerializer target = new DataOutputSerializer(64);
    serializer.serialize(
        GenericRowData.of(
            StringData.fromString(key),
            count,
            sum,
            max,
            TimestampData.fromEpochMillis(time),
            count),
        target);
    return serializer.deserialize(new DataInputDeserializer(target.getCopyOfBuffer()));
  }

  private static Merged of(RowData row, long time) {
    return new Merged(
        row.getString(0).toString(), row.getLong(1), row.getLong(2), row.getLong(3), time);
  }
}
