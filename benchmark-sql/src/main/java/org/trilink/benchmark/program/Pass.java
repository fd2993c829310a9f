/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import org.apache.kafka.clients.consumer.ConsumerRecords;

/** A pass over the records of some partitions, from their starts to their ends. */
interface Pass {

  /** Takes what was polled. */
  default void accept(ConsumerRecords<byte[], byte[]> records) {}

  /** There is no more. Is not timed, as the end of a job is not. */
  default void finish() {}
}
