/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.table.data.RowData;

/** Checks each record at the point where its partition is known. */
interface RecordCheck {

  /** Called before the record is emitted; must not change it. */
  void check(RowData row, TopicPartition partition);

  /**
   * Called before a record with a timestamp is emitted; must not change it.
   *
   * @param timestamp Kafka's, in ms
   */
  default void check(RowData row, TopicPartition partition, long timestamp) {
    check(row, partition);
  }

  /** Called instead if the source does not say which partition the record is from. */
  void checkOfNoPartition();
}
