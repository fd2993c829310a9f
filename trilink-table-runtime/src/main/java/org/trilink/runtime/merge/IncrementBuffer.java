/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.List;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.merge.store.Increment;

/** Holds increments on the heap until they are sent by a trigger, or because the buffer is full. */
final class IncrementBuffer {

  private final IncrementMap increments;
  private final IncrementChunks chunks;
  private final EmitTriggers triggers;
  private final int capacity;

  /** Records since increments were last taken off the heap. */
  private long collected;

  private long taken;

  /**
   * An empty one.
   *
   * @param chunks divides the increments that are taken out
   * @param capacity how many increments may be on the heap
   */
  IncrementBuffer(
      MergeAggregator aggregator, IncrementChunks chunks, EmitTriggers triggers, int capacity) {
    this.increments = new IncrementMap(aggregator);
    this.chunks = chunks;
    this.triggers = triggers;
    this.capacity = capacity;
  }

  /**
   * Adds a record; the key is kept.
   *
   * @param slice its end in ms, or {@link Increment#NO_WINDOW}
   */
  void add(long slice, RowData key, RowData row) throws Exception {
    increments.add(slice, key, row);
    collected++;
  }

  /** Whether there are as many increments as fit, or as many records as the trigger asks for. */
  boolean isFull() {
    return increments.size() >= capacity || triggers.isFull(collected);
  }

  boolean isEmpty() {
    return increments.isEmpty();
  }

  /** How many increments it holds. */
  int size() {
    return increments.size();
  }

  /** How many increments may be on the heap, here and in batches that wait for a checkpoint. */
  int capacity() {
    return capacity;
  }

  /** The end in ms of the earliest slice that has increments; there must be one. */
  long firstSlice() {
    return increments.firstSlice();
  }

  /** How many increments have been taken out, each of a key and window. */
  long taken() {
    return taken;
  }

  /** Takes all increments out, in chunks each of which is added to the store in one step. */
  List<List<Increment>> take() throws Exception {
    List<List<Increment>> all = chunks.take(increments);
    all.forEach(chunk -> taken += chunk.size());
    collected = 0;
    return all;
  }
}
