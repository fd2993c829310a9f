/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.trilink.runtime.watermark.KeyTimeMetrics;

/** Knows the metrics of the jobs in this JVM that {@link Usage} asks for. */
public final class UsageMetrics implements MetricReporter {

  static final String CHECKPOINT_SIZE = "lastCheckpointSize";

  private static final Map<String, Set<Gauge<?>>> GAUGES =
      Map.of(
          KeyTimeMetrics.ACTIVE_KEYS,
          ConcurrentHashMap.newKeySet(),
          CHECKPOINT_SIZE,
          ConcurrentHashMap.newKeySet());

  /** The sum over all subtasks and jobs; 0 if there are none. */
  static long sum(String name) {
    return GAUGES.get(name).stream()
        .map(Gauge::getValue)
        .filter(Number.class::isInstance)
        .mapToLong(value -> ((Number) value).longValue())
        .sum();
  }

  @Override
  public void open(MetricConfig config) {
    // There is nothing to open.
  }

  @Override
  public void close() {
    // There is nothing to close.
  }

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    if (GAUGES.containsKey(name)) {
      GAUGES.get(name).add((Gauge<?>) metric);
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    if (GAUGES.containsKey(name)) {
      GAUGES.get(name).remove((Gauge<?>) metric);
    }
  }
}
