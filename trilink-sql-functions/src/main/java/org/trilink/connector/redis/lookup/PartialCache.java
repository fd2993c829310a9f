/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.RowData;

/**
 * Caches the rows of keys that were looked up, also if there were none. If there are too many, the
 * longest unused are evicted; a key with more rows than the cache may hold is not cached.
 */
final class PartialCache implements Lookup {

  private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

  private final Lookup behind;
  private final long maxRows;
  private final long ttlNanos;
  private final LookupMetrics metrics;

  /** The longest unused first. */
  private final Map<JoinKeys, CachedRows> cached =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);

  /** The key that is looked for: one object for all lookups. */
  private final JoinKeys sought = new JoinKeys(new Object[0]);

  private long rows;

  /** The number of keys, for the metric. */
  private volatile int size;

  /**
   * @param behind knows all rows
   * @param maxRows how many rows are held; a key without rows counts as one
   * @param ttl how long after they were read
   */
  PartialCache(Lookup behind, long maxRows, Duration ttl, LookupMetrics metrics) {
    this.behind = behind;
    this.maxRows = maxRows;
    this.ttlNanos = ttl.compareTo(FOREVER) < 0 ? ttl.toNanos() : Long.MAX_VALUE;
    this.metrics = metrics;
    metrics.reportCached(() -> size);
  }

  @Override
  public List<RowData> rows(Object[] keys) throws InterruptedException {
    sought.replace(keys);
    CachedRows known = cached.get(sought);
    long now = System.nanoTime();
    if (known != null && now - known.readAt < ttlNanos) {
      metrics.countHit();
      return known.rows;
    }
    metrics.countMiss();
    JoinKeys own = sought.copy();
    List<RowData> found = behind.rows(own.values());
    add(own, new CachedRows(found, now));
    return found;
  }

  private void add(JoinKeys keys, CachedRows added) {
    remove(keys);
    if (added.weight() <= maxRows) {
      rows += added.weight();
      cached.put(keys, added);
    }
    Iterator<CachedRows> longestUnused = cached.values().iterator();
    while (rows > maxRows) {
      rows -= longestUnused.next().weight();
      longestUnused.remove();
    }
    size = cached.size();
  }

  private void remove(JoinKeys keys) {
    CachedRows former = cached.remove(keys);
    if (former != null) {
      rows -= former.weight();
    }
  }

  @Override
  public void close() {
    cached.clear();
    size = 0;
    behind.close();
  }

  /** The rows of a key, and when they were read, by the clock of {@link System#nanoTime}. */
  private static final class CachedRows {

    private final List<RowData> rows;
    private final long readAt;

    CachedRows(List<RowData> rows, long readAt) {
      this.rows = rows;
      this.readAt = readAt;
    }

    int weight() {
      return Math.max(1, rows.size());
    }
  }
}
