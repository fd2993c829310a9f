/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.trilink.runtime.operator.OperatorMemory;

/** The metrics of a local merge. */
final class LocalMergeMetrics {

  private final Counter records;
  private final Counter rows;
  private final Counter passedRecords;
  private final Counter timesFull;

  LocalMergeMetrics(MetricGroup metrics) {
    records = metrics.counter("localMergeRecords");
    rows = metrics.counter("localMergeRows");
    passedRecords = metrics.counter("localMergePassedRecords");
    timesFull = metrics.counter("localMergeTimesFull");
  }

  void register(MetricGroup metrics, HeldSlots held, OperatorMemory memory, ReductionProbe probe) {
    gauge(metrics, "localMergePassing", () -> probe.isPassing() ? 1 : 0);
    gauge(metrics, "localMergeHeldRows", held::size);
    gauge(metrics, "localMergeHeldBytes", memory::used);
    gauge(metrics, "localMergeBudgetBytes", memory::budget);
  }

  private static void gauge(MetricGroup metrics, String name, LongSupplier value) {
    metrics.gauge(name, (Gauge<Long>) value::getAsLong);
  }

  void recordCame() {
    records.inc();
  }

  void rowWasSent() {
    rows.inc();
  }

  void recordPassed() {
    passedRecords.inc();
  }

  void memoryWasFull() {
    timesFull.inc();
  }
}
