/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.harness;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/**
 * An operator that is fed {@link Reading}s, as rows (key VARCHAR, value BIGINT, rowtime
 * TIMESTAMP(3)).
 *
 * @param <R> what the test sees of an output row
 */
public abstract class ReadingHarness<R> extends KeyedHarness<R> {

  public static final int VALUE = 1;
  public static final int ROWTIME = 2;

  protected ReadingHarness(
      AbstractStreamOperator<RowData> keyed,
      StreamOperatorFactory<RowData> factory,
      LogicalType[] output,
      Function<RowData, R> show,
      StateBackends backend,
      int parallelism,
      int subtask)
      throws Exception {
    super(keyed, factory, FIRST_COLUMN, output, show, backend, parallelism, subtask);
  }

  public void read(String key, long time, long value) throws Exception {
    read(Reading.of(key, time, value));
  }

  public void read(Reading reading) throws Exception {
    process(new StreamRecord<>(binaryRowOf(reading), reading.time()));
  }

  /** Fails if there is any state left, which must not be the case at the end of the input. */
  public abstract void assertNothingIsHeld() throws Exception;

  public static GenericRowData rowOf(Reading reading) {
    return GenericRowData.of(
        StringData.fromString(reading.key()),
        reading.value(),
        TimestampData.fromEpochMillis(reading.time()));
  }

  /** The row as received over the network. */
  public static BinaryRowData binaryRowOf(Reading reading) {
    return inputSerializer().toBinaryRow(rowOf(reading));
  }

  public static LogicalType[] input() {
    return new LogicalType[] {KEY, new BigIntType(), new TimestampType(3)};
  }

  public static RowDataSerializer inputSerializer() {
    return new RowDataSerializer(input());
  }

  public static int keyGroupOf(String key) {
    return keyGroupOf(rowOf(Reading.of(key, 0, 0)));
  }

  /** The subtask that has a key's state. */
  public static int subtaskOf(String key, int parallelism) {
    return subtaskOf(rowOf(Reading.of(key, 0, 0)), parallelism);
  }

  /** Some keys of one key group, which can share a watermark. */
  public static List<String> keysOfOneKeyGroup(int count) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "key-" + i)
        .filter(key -> keyGroupOf(key) == 0)
        .limit(count)
        .toList();
  }
}
