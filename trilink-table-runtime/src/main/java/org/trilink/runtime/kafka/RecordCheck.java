/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.table.data.RowData;

/** Looks at each record where it is known which partition it comes from. */
interface RecordCheck {

  /** Called before the record is handed on, which stays as it is. */
  void check(RowData row, TopicPartition partition);

  /** Called instead if the source does not say which partition the record is from. */
  void checkOfNoPartition();
}
