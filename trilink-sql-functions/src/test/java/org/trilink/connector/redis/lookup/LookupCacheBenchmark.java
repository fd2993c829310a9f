/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.trilink.connector.redis.RedisMapping;

/**
 * Time of a lookup whose row is cached, as in the Yahoo Streaming Benchmark: a thousand ads, each
 * with a campaign. The key is a text in the middle of a message. Least is a hash table.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-sql-functions -am -Djmh.args=LookupCache
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class LookupCacheBenchmark {

  private static final int ADS = 1_000;
  private static final int MESSAGES = 1 << 12;
  private static final int OFFSET = 112;

  /** The cache. */
  public enum Cache {
    LEAST,
    PARTIAL,
    FULL
  }

  @Param public Cache cache;

  private final BinaryStringData[] keys = new BinaryStringData[MESSAGES];
  private Lookup lookup;
  private int next;

  @Setup
  public void setUp() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    String[] ads = new String[ADS];
    Map<LookupAddress, List<GenericRowData>> rows = new HashMap<>();
    for (int i = 0; i < ADS; i++) {
      ads[i] = new UUID(random.nextLong(), random.nextLong()).toString();
      StringData campaign = StringData.fromString("campaign-" + i / 10);
      rows.put(
          LookupAddress.of(ads[i].getBytes(StandardCharsets.UTF_8)),
          Collections.singletonList(GenericRowData.of(null, campaign)));
    }
    for (int i = 0; i < MESSAGES; i++) {
      byte[] message =
          (" ".repeat(OFFSET) + ads[random.nextInt(ADS)] + "\"}").getBytes(StandardCharsets.UTF_8);
      keys[i] = BinaryStringData.fromBytes(message, OFFSET, ads[0].length());
    }
    lookup = lookup(rows);
  }

  private Lookup lookup(Map<LookupAddress, List<GenericRowData>> rows) {
    Lookup all = new AddressLookup(plan(), new Loaded(rows));
    return switch (cache) {
      case LEAST -> new Least(keys);
      case FULL -> all;
      case PARTIAL ->
          new PartialCache(
              all, 100_000, Duration.ofHours(1), new LookupMetrics(new UnregisteredMetricsGroup()));
    };
  }

  private static LookupPlan plan() {
    ResolvedSchema schema =
        new ResolvedSchema(
            List.of(
                Column.physical("ad_id", DataTypes.STRING().notNull()),
                Column.physical("campaign_id", DataTypes.STRING())),
            List.of(),
            UniqueConstraint.primaryKey("pk", List.of("ad_id")));
    RedisMapping mapping =
        RedisMapping.of(schema, Configuration.fromMap(Map.of("data-type", "string")));
    return LookupPlan.of("ad_campaigns", mapping, new int[] {0, 1}, new int[][] {{0}});
  }

  @Benchmark
  public RowData lookUp() throws InterruptedException {
    next = (next + 1) & (MESSAGES - 1);
    return lookup.rows(new Object[] {keys[next]}).get(0);
  }

  @TearDown
  public void close() {
    lookup.close();
  }

  /** The table of a full cache. */
  private record Loaded(Map<LookupAddress, List<GenericRowData>> rows) implements LookupTable {

    @Override
    public List<GenericRowData> find(LookupAddress address) {
      return rows.get(address);
    }

    @Override
    public void close() {}
  }

  /** Without a time to live, a bound and metrics. */
  private static final class Least implements Lookup {

    private final Map<BinaryStringData, List<RowData>> rows = new HashMap<>();

    Least(BinaryStringData[] keys) {
      for (BinaryStringData key : keys) {
        BinaryStringData own = key.copy();
        rows.put(own, Collections.singletonList(GenericRowData.of(own, own)));
      }
    }

    @Override
    public List<RowData> rows(Object[] keys) {
      return rows.get((BinaryStringData) keys[0]);
    }

    @Override
    public void close() {}
  }
}
