/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import javax.annotation.Nullable;
import org.trilink.benchmark.run.BenchmarkWorkload;
import org.trilink.benchmark.run.CountOracle;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Workload;

/**
 * The least there is to place: records of an id, counted by id and hour. A record is a millisecond
 * later than the one before.
 *
 * @param ids which ones there are
 * @param subtasks that the ids are to be spread over
 */
record BalanceWorkload(IdSpread ids, int subtasks) implements BenchmarkWorkload {

  private static final long HOUR_MS = Duration.ofHours(1).toMillis();

  @Override
  public String name() {
    return "balance";
  }

  @Override
  public String records() {
    return "records";
  }

  @Override
  public ResultTopic resultTopic() {
    return new ResultTopic("balance_counts", "counts");
  }

  @Override
  public Oracle<?> newOracle() {
    return CountOracle.ofGroups(
        resultTopic(),
        List.of("id", "window_start", "records"),
        record -> {
          long ts = FlinkJson.bigint(record, "ts");
          return List.of(FlinkJson.bigint(record, "id"), ts - Math.floorMod(ts, HOUR_MS));
        });
  }

  @Override
  @Nullable
  public byte[] keyOf(byte[] line) {
    return FlinkJson.parse(line)
        .map(record -> FlinkJson.bigint(record, "id"))
        .map(Workload::bigintKey)
        .orElse(null);
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    RecordKeys keys = new RecordKeys(options, options.seed());
    return LongStream.range(0, options.rows())
        .mapToObj(ts -> "{\"id\":%d,\"ts\":%d}".formatted(id(keys.next()), ts).getBytes(UTF_8))
        .iterator();
  }

  /** The id of a key. */
  long id(int key) {
    return ids.id(key, subtasks);
  }
}
