/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.types.Row;

/** Keeps the changes that a job of this JVM yields. */
final class CollectedChanges implements SinkFunction<Row> {

  private static final long serialVersionUID = 1L;

  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final Map<Integer, Queue<Row>> BY_JOB = new ConcurrentHashMap<>();

  private final int job = NUMBERS.incrementAndGet();

  /** Creates it for one job. */
  CollectedChanges() {
    BY_JOB.put(job, new ConcurrentLinkedQueue<>());
  }

  @Override
  public void invoke(Row change, Context context) {
    Queue<Row> changes = BY_JOB.get(job);
    // a job that was given up may still have some
    if (changes != null) {
      changes.add(change);
    }
  }

  /** Returns the changes, and keeps none any longer. */
  Collection<Row> take() {
    return List.copyOf(BY_JOB.remove(job));
  }
}
