/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.demo.InputTopic;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/**
 * A workload's input in its topic, and the oracle that has seen it: for any number of runs.
 *
 * @param options of the generator
 * @param topic that it is in
 * @param oracle has read all of it
 * @param records how many there are
 * @param ends the offset behind the last record of each partition
 */
public record BenchInput(
    BenchCluster cluster,
    Workload workload,
    GeneratorOptions options,
    String topic,
    Oracle<?> oracle,
    long records,
    Map<Integer, Long> ends)
    implements AutoCloseable {

  static BenchInput fill(
      BenchCluster cluster, Workload workload, GeneratorOptions options, Iterator<byte[]> lines) {
    BenchmarkProgress progress = cluster.context().progress();
    String topic = cluster.newTopic(workload.inputTopic(), Map.of());
    Oracle<?> oracle = workload.mainQuery().newOracle();
    long records =
        new InputTopic(workload, cluster.servers().broker(), topic)
            .fill(
                lines,
                oracle::accept,
                count ->
                    progress.aside(
                        String.format(
                            Locale.ROOT, "%,d of %,d records written", count, options.rows())));
    return new BenchInput(
        cluster, workload, options, topic, oracle, records, cluster.topics().ends(topic));
  }

  /** Empties Redis, and writes what the workload's script expects there. */
  public void prepareRedis() {
    String address = cluster.servers().redis().orElseThrow();
    try (Jedis redis = new Jedis(HostAndPort.from(address))) {
      redis.flushAll();
    }
    workload.redis().ifPresent(data -> data.load(address, options, Optional.empty()));
  }

  /** Deletes the topic. */
  @Override
  public void close() {
    cluster.topics().delete(List.of(topic));
  }
}
