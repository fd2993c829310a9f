/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.stream.Stream;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.ResultRows;

/**
 * The windows that the campaigns' lists name, by campaign, the latest first, as the benchmark's own
 * statistics read them. A text that is no number stays a text, and what is missing is left out.
 */
final class CampaignWindowRows implements ResultRows {

  private final BenchmarkRedis redis;

  CampaignWindowRows(BenchmarkRedis redis) {
    this.redis = redis;
  }

  @Override
  public long size() {
    return redis.listedWindows();
  }

  @Override
  public Iterator<byte[]> iterator() {
    return redis.campaigns().stream().flatMap(this::windows).iterator();
  }

  private Stream<byte[]> windows(String campaignId) {
    return redis.listedWindows(campaignId).stream().map(start -> row(campaignId, start));
  }

  private byte[] row(String campaignId, String start) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("campaign_id", campaignId);
    put(row, "window_start", start);
    redis
        .window(campaignId, start)
        .ifPresent(
            window -> {
              put(row, "seen_count", window.seenCount());
              put(row, "time_updated", window.timeUpdated());
            });
    return JsonRows.write(row);
  }

  private static void put(ObjectNode row, String field, String value) {
    if (value == null) {
      return;
    }
    try {
      row.put(field, Long.parseLong(value));
    } catch (NumberFormatException notANumber) {
      row.put(field, value);
    }
  }

  @Override
  public void close() {
    redis.close();
  }
}
