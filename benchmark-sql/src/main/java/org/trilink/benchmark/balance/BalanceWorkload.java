/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import javax.annotation.Nullable;
import org.trilink.benchmark.run.BenchmarkWorkload;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Workload;

/**
 * The least there is to place: records of an id, counted by id. A record is a millisecond later
 * than the one before.
 *
 * @param ids which ones there are
 * @param subtasks that the ids are to be spread over
 */
record BalanceWorkload(IdSpread ids, int subtasks) implements BenchmarkWorkload {

  private static final String TOPIC = "balance_records";

  @Override
  public String name() {
    return "balance";
  }

  @Override
  public String records() {
    return "records";
  }

  @Override
  public String inputTopic() {
    return TOPIC;
  }

  @Override
  public List<Query> queries() {
    return List.of(new BalanceQuery());
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
  public GeneratorDefaults defaults() {
    return new GeneratorDefaults(1_000, 0, Duration.ZERO);
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    RecordKeys keys = new RecordKeys(options, options.seed());
    return new Iterator<>() {
      private long record;

      @Override
      public boolean hasNext() {
        return record < options.rows();
      }

      @Override
      public byte[] next() {
        return "{\"id\":%d,\"ts\":%d}".formatted(id(keys.next()), record++).getBytes(UTF_8);
      }
    };
  }

  /** The id of a key. */
  long id(int key) {
    return ids.id(key, subtasks);
  }
}
