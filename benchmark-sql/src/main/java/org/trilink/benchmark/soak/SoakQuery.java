/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.trilink.benchmark.embedded.Digest;
import org.trilink.benchmark.embedded.DigestSum;
import org.trilink.benchmark.embedded.EmbeddedQuery;
import org.trilink.launcher.local.Engine;

/** Counts and sums of the readings of each key in windows of ten seconds. */
final class SoakQuery {

  private static final long WINDOW_MILLIS = 10_000;

  private static final String SQL =
      """
      SELECT /*+ TRILINK('watermark' = 'key', 'watermark.delay' = '1 ms',
          'watermark.max-skew' = '%d s', 'watermark.idle-timeout' = '%d s',
          'watermark.max-lead' = '%d s', 'watermark.max-lead.action' = 'drop') */
        k, window_start, COUNT(*), SUM(v)
      FROM TABLE(TUMBLE(TABLE input, DESCRIPTOR(ts), INTERVAL '10' SECOND))
      GROUP BY k, window_start, window_end"""
          .formatted(
              SoakInput.MAX_SKEW.toSeconds(),
              SoakInput.IDLE_TIMEOUT.toSeconds(),
              SoakInput.MAX_LEAD.toSeconds());

  /** The types of the query's columns. */
  private static final List<LogicalType> TYPES =
      List.of(new BigIntType(), new TimestampType(3), new BigIntType(), new BigIntType());

  private SoakQuery() {}

  static EmbeddedQuery over(SoakInput input) {
    return new EmbeddedQuery(Engine.TRILINK, Map.of(), List.of(input.ddl("input")), SQL);
  }

  /** A key's window that readings come for. */
  private static final class Open {
    private long window;
    private long count;
    private long sum;
  }

  /** The right result, by the plain way. */
  static Digest expected(SoakInput input) {
    DigestSum sum = new DigestSum(TYPES);
    for (int part = 0; part < SoakInput.PARTS; part++) {
      Map<Long, Open> windows = new HashMap<>();
      for (long place = 0; place < input.rowsOfPart(); place++) {
        if (SoakInput.counts(place)) {
          long key = SoakInput.key(part, place);
          long window = SoakInput.time(place) / WINDOW_MILLIS * WINDOW_MILLIS;
          Open open = windows.computeIfAbsent(key, unused -> new Open());
          if (open.window != window) {
            add(key, open, sum);
            open.window = window;
            open.count = 0;
            open.sum = 0;
          }
          open.count++;
          open.sum += SoakInput.value(place);
        }
      }
      windows.forEach((key, open) -> add(key, open, sum));
    }
    return sum.digest();
  }

  private static void add(long key, Open open, DigestSum sum) {
    if (open.count > 0) {
      sum.add(
          GenericRowData.of(key, TimestampData.fromEpochMillis(open.window), open.count, open.sum));
    }
  }
}
