/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * From where the record is that a task's source emits at the moment: for an operator in the same
 * chain, as rows do not say. Set by a {@link TrackedSource}.
 */
public final class ReadPosition implements RecordCheck {

  /**
   * The position of the task's thread, which runs source and operator. It belongs to the source's
   * reader, which clears it when it is closed.
   */
  private static final ThreadLocal<ReadPosition> OF_THREAD = new ThreadLocal<>();

  @Nullable private TopicPartition partition;
  private long timestamp;
  private long number;

  private ReadPosition() {}

  /** To be called in the task's thread. */
  static ReadPosition start() {
    ReadPosition position = new ReadPosition();
    OF_THREAD.set(position);
    return position;
  }

  static void end() {
    OF_THREAD.remove();
  }

  /** The position of this thread; null if no tracked source has emitted a record in it. */
  @Nullable
  public static ReadPosition ofThread() {
    ReadPosition position = OF_THREAD.get();
    return position == null || position.partition == null ? null : position;
  }

  @Override
  public void check(RowData row, TopicPartition from) {
    check(row, from, 0);
  }

  @Override
  public void check(RowData row, TopicPartition from, long ofRecord) {
    partition = from;
    number++;
    timestamp = ofRecord;
  }

  @Override
  public void checkOfNoPartition() {
    partition = null;
  }

  /** Topic and number of the partition: {@code readings-3}. */
  public String partition() {
    return String.valueOf(partition);
  }

  /** How many records the source has emitted, with this one. */
  public long number() {
    return number;
  }

  /** Kafka's, in ms. */
  public long timestamp() {
    return timestamp;
  }
}
