/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.List;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * Metrics of the jobs in this JVM, for tests: the values of counters, including those of tasks that
 * have ended, and the gauges and histograms of running tasks.
 */
public final class SeenMetrics implements MetricReporter {

  private static final Queue<Named> METRICS = new ConcurrentLinkedQueue<>();
  private static volatile Set<String> names = Set.of();

  private record Named(String name, Metric metric) {}

  /**
   * Sets the metrics to record, and drops all recorded ones. A name in a group with a value is
   * {@code group.name}.
   */
  public static void watch(Set<String> metricNames) {
    names = metricNames;
    METRICS.clear();
  }

  public static double sum(String name) {
    return values(name).stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The values of each subtask that has the metric; for a histogram, its count. */
  public static List<Double> values(String name) {
    return METRICS.stream()
        .filter(metric -> metric.name.equals(name))
        .map(metric -> value(metric.metric))
        .toList();
  }

  private static double value(Metric metric) {
    if (metric instanceof Counter counter) {
      return counter.getCount();
    }
    return metric instanceof Histogram histogram
        ? histogram.getCount()
        : ((Number) ((Gauge<?>) metric).getValue()).doubleValue();
  }

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    boolean ofTarget = group.getAllVariables().containsKey("<targetSubtask>");
    String full = ofTarget ? "targetSubtask." + name : name;
    if (names.contains(full)) {
      METRICS.add(new Named(full, metric));
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    METRICS.removeIf(known -> known.metric == metric && !(metric instanceof Counter));
  }

  /** By which Flink makes it: as a service of this name. */
  public static final class Factory implements MetricReporterFactory {

    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new SeenMetrics();
    }
  }
}
