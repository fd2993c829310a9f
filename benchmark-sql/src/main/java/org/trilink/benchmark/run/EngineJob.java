/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.run.Submitter.SubmittedJob;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.TopicRows;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.demo.JobRun;
import org.trilink.launcher.local.SqlScript;

/** A workload's job under a variant, with result topics of its own, which closing deletes. */
final class EngineJob implements AutoCloseable {

  /** A broker's settings of topics whose records it stamps with its own clock. */
  static final Map<String, String> APPEND_TIMES = Map.of("message.timestamp.type", "LogAppendTime");

  private static final String SAVEPOINT = "execution.savepoint.path";

  private final BenchCluster cluster;
  private final Workload workload;
  private final Query query;
  private final ResultTopics results;
  private final Variant variant;
  private final Submitter submitter;
  private final String input;

  /** When its script was given to the SQL Client, in epoch milliseconds. */
  private final long submittedMs;

  private JobRun run;

  /**
   * Starts the job, and waits until all its tasks work.
   *
   * @param input the topic that it reads
   * @param submitter knows the cluster that it runs on
   * @param topicSettings of the topics that it writes, as Kafka names them
   */
  EngineJob(
      BenchCluster cluster,
      Workload workload,
      String input,
      Variant variant,
      Submitter submitter,
      Map<String, String> topicSettings) {
    this.cluster = cluster;
    this.submitter = submitter;
    this.workload = workload;
    this.query = workload.mainQuery();
    this.variant = variant;
    this.input = input;
    this.results = new ResultTopics(cluster, workload, topicSettings);
    this.submittedMs = System.currentTimeMillis();
    this.run = start(variant, Map.of());
  }

  private JobRun start(Variant started, Map<Integer, Long> readBefore) {
    JobRun job = new JobRun(submitter.services(), submit(started), readBefore);
    job.awaitRunning();
    return job;
  }

  /**
   * Stops it with a savepoint, and starts it again from there. Looks at what it has read until the
   * end: a partition of which it has read the last record meanwhile is never reported on again.
   */
  void restart() {
    Map<Integer, Long> read = new HashMap<>();
    String savepoint =
        run.stopWithSavepoint(
            () -> run.consumed(input).forEach((each, end) -> read.merge(each, end, Math::max)));
    run = start(variant.with(Map.of(SAVEPOINT, savepoint)), read);
  }

  private String submit(Variant variant) {
    return submitter.submit(
        new SubmittedJob(variant.engine(), () -> onServers(variant), input, results.names()));
  }

  private SqlScript onServers(Variant variant) {
    SqlScript onBroker =
        onOwnTopics(variant.script(script()), input).withBroker(cluster.servers().broker());
    return workload.redis().isPresent()
        ? onBroker.withRedis(cluster.servers().redis().orElseThrow())
        : onBroker;
  }

  private SqlScript script() {
    return workload instanceof BenchmarkWorkload own
        ? own.script()
        : SqlScript.read(cluster.context().home().script(workload.name(), query.name()));
  }

  private SqlScript onOwnTopics(SqlScript script, String input) {
    String text = withTopic(script.text(), workload.inputTopic(), input);
    for (ResultTopic result : query.topics()) {
      text = withTopic(text, result.name(), results.name(result));
    }
    return new SqlScript(text);
  }

  private static String withTopic(String text, String name, String own) {
    return text.replace("'topic' = '" + name + "'", "'topic' = '" + own + "'");
  }

  /** The topics that the job writes. */
  ResultTopics results() {
    return results;
  }

  /** Notes how long after its submission the first row came, if there is one. */
  void putColdStart(MeasurementBuilder values) {
    firstRowMs().ifPresent(ms -> values.put(Metric.COLD_START_MILLIS, ms - submittedMs));
  }

  /**
   * When the first row came, in epoch milliseconds: as the broker says, or, of rows that are not in
   * topics, as they say themselves.
   */
  private OptionalLong firstRowMs() {
    return (query.topics().isEmpty() ? writtenMs() : appendedMs()).min();
  }

  private LongStream writtenMs() {
    return query.rowTimes().writtenMs(query.mainResult().open(cluster.servers()));
  }

  private LongStream appendedMs() {
    LongStream.Builder timesMs = LongStream.builder();
    for (String topic : results.names()) {
      new TopicRows(cluster.servers().broker(), topic)
          .records()
          .forEachRemaining(row -> timesMs.accept(row.timestamp()));
    }
    return timesMs.build();
  }

  JobRun run() {
    return run;
  }

  @Override
  public void close() {
    results.close();
  }
}
