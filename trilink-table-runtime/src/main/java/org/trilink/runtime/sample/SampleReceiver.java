/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sample;

import org.apache.flink.table.data.binary.BinaryRowData;

/** Receives the sampled records, in the process that runs the sample. */
public interface SampleReceiver {

  /** The event time of a record that has none. */
  long NO_TIME = Long.MIN_VALUE;

  /**
   * Receives a record, after those before it in its partition.
   *
   * @param input of the keyed operator, 0 or 1
   * @param partition by topic and number, such as {@code readings-3}
   * @param arrival when the record was written, in ms
   * @param key reused by the caller, so not to be kept or changed
   * @param time event time in ms, or {@link #NO_TIME}
   */
  void record(int input, String partition, long arrival, BinaryRowData key, long time);

  /**
   * Receives how many records of a Kafka table were read and did not come to the operator.
   *
   * @param input of the keyed operator, 0 or 1
   * @param records since the last call
   */
  void dropped(int input, long records);

  /**
   * Receives the extent of a partition, before its records.
   *
   * @param input of the keyed operator, 0 or 1
   * @param partition by topic and number, such as {@code readings-3}
   * @param records in the partition, about
   */
  void partition(int input, String partition, long records);
}
