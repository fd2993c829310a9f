/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** Metrics of a lookup's cache, under the names that later versions of Flink use. */
final class LookupMetrics {

  private final MetricGroup group;
  private final Counter hits;
  private final Counter misses;
  private final Counter loads;
  private final Counter loadFailures;

  /** In milliseconds. */
  private volatile long latestLoadTime = -1;

  LookupMetrics(MetricGroup function) {
    group = function.addGroup("cache");
    hits = group.counter("hitCount");
    misses = group.counter("missCount");
    loads = group.counter("loadCount");
    loadFailures = group.counter("numLoadFailures");
    group.gauge("latestLoadTime", (Gauge<Long>) () -> latestLoadTime);
  }

  /** For caches: how much they hold. */
  void reportCached(LongSupplier records) {
    group.gauge("numCachedRecords", (Gauge<Long>) records::getAsLong);
  }

  void countHit() {
    hits.inc();
  }

  void countMiss() {
    misses.inc();
  }

  /**
   * @param millis how long it took
   */
  void countLoad(long millis) {
    loads.inc();
    latestLoadTime = millis;
  }

  void countLoadFailure() {
    loadFailures.inc();
  }
}
