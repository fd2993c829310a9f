/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** The metrics of the lookups' caches in this JVM: those of the last job under each name. */
public final class SeenMetrics implements MetricReporter {

  private static final Map<String, Metric> CACHE = new ConcurrentHashMap<>();

  /** Forgets earlier jobs'. */
  static void clear() {
    CACHE.clear();
  }

  /** Minus one if there is none (yet). */
  static long value(String name) {
    Metric metric = CACHE.get(name);
    if (metric instanceof Counter counter) {
      return counter.getCount();
    }
    return metric instanceof Gauge<?> gauge ? ((Number) gauge.getValue()).longValue() : -1;
  }

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    if (group.getMetricIdentifier(name).endsWith(".cache." + name)) {
      CACHE.put(name, metric);
    }
  }

  /** A job's metrics can still be read after its end. */
  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {}

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {}

  /** By which Flink makes it: as a service of this name. */
  public static final class Factory implements MetricReporterFactory {

    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new SeenMetrics();
    }
  }
}
