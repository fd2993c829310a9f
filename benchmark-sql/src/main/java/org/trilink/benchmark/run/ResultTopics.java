/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Verdict;
import org.trilink.examples.workload.Workload;

/** Topics of one run's own for what a workload's main query writes; closing deletes them. */
public final class ResultTopics implements AutoCloseable {

  private final BenchCluster cluster;
  private final Map<ResultTopic, String> names = new LinkedHashMap<>();

  /** Empty ones. */
  public ResultTopics(BenchCluster cluster, Workload workload) {
    this(cluster, workload, Map.of());
  }

  /**
   * Empty ones.
   *
   * @param settings as Kafka names them
   */
  ResultTopics(BenchCluster cluster, Workload workload, Map<String, String> settings) {
    this.cluster = cluster;
    workload
        .mainQuery()
        .topics()
        .forEach(topic -> names.put(topic, cluster.newTopic(topic.name(), settings)));
  }

  /** Where the rows of a result are. */
  String name(ResultTopic result) {
    return names.get(result);
  }

  /** In the query's order. */
  public List<String> names() {
    return List.copyOf(names.values());
  }

  /** Compares what is in them, and in other results, with what the oracle expects. */
  public Verdict verify(Oracle<?> oracle, ResultReader reader) {
    return oracle.verify(result -> rows(result, reader));
  }

  private Iterable<byte[]> rows(Result result, ResultReader reader) {
    return result instanceof ResultTopic topic
        ? reader.rows(cluster.servers().broker(), name(topic))
        : result.open(cluster.servers());
  }

  @Override
  public void close() {
    cluster.topics().delete(names.values());
  }
}
