/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.time.Duration;
import java.util.List;
import org.apache.flink.shaded.guava30.com.google.common.cache.Cache;
import org.apache.flink.shaded.guava30.com.google.common.cache.CacheBuilder;
import org.apache.flink.table.data.GenericRowData;

/** Caches the rows of keys that were looked up, including empty results. */
final class PartialCache implements LookupTable {

  private final LookupTable table;
  private final LookupMetrics metrics;
  private final Cache<LookupAddress, List<GenericRowData>> rows;

  /**
   * @param maxRows how many rows are held; an address without rows counts as one
   * @param ttl how long after they were read
   */
  PartialCache(LookupTable table, long maxRows, Duration ttl, LookupMetrics metrics) {
    this.table = table;
    this.metrics = metrics;
    this.rows =
        CacheBuilder.newBuilder()
            .concurrencyLevel(1) // each level has its own share of the weight
            .maximumWeight(maxRows)
            .weigher((LookupAddress address, List<GenericRowData> found) -> weight(found))
            .expireAfterWrite(ttl)
            .build();
    metrics.reportCached(rows::size);
  }

  private static int weight(List<GenericRowData> found) {
    return Math.max(1, found.size());
  }

  @Override
  public List<GenericRowData> find(LookupAddress address) throws InterruptedException {
    List<GenericRowData> cached = rows.getIfPresent(address);
    if (cached != null) {
      metrics.countHit();
      return cached;
    }
    metrics.countMiss();
    List<GenericRowData> found = table.find(address);
    rows.put(address, found);
    return found;
  }

  @Override
  public void close() {
    rows.invalidateAll();
    table.close();
  }
}
