/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.kafka;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;

/**
 * The metrics that a test asks for, of the jobs in this JVM: what counters have counted, also of
 * tasks that have ended, and the gauges of those that run.
 */
public final class SeenMetrics implements MetricReporter {

  private static final Queue<Named> METRICS = new ConcurrentLinkedQueue<>();
  private static volatile Set<String> names = Set.of();

  private record Named(String name, Metric metric) {}

  /** Forgets all others, and those of earlier jobs. */
  static void watch(String... metricNames) {
    names = Set.of(metricNames);
    METRICS.clear();
  }

  /** What all subtasks have counted. */
  static long sum(String name) {
    return values(name).stream().mapToLong(value -> value).sum();
  }

  /** Of each subtask that has it. */
  static List<Long> values(String name) {
    return METRICS.stream()
        .filter(metric -> metric.name.equals(name))
        .map(metric -> value(metric.metric))
        .toList();
  }

  private static long value(Metric metric) {
    return metric instanceof Counter counter
        ? counter.getCount()
        : ((Number) ((Gauge<?>) metric).getValue()).longValue();
  }

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    if (names.contains(name)) {
      METRICS.add(new Named(name, metric));
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    METRICS.removeIf(known -> known.metric == metric && metric instanceof Gauge);
  }
}
