package org.trilink.benchmark.run;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.trilink.examples.demo.JobRun;
import org.trilink.examples.local.SqlScript;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Verdict;
import org.trilink.examples.workload.Workload;

/** A workload's job under a variant, with result topics of its own, which closing deletes. */
final class EngineJob implements AutoCloseable {

  private static final AtomicLong JOBS = new AtomicLong();

  private final BenchCluster cluster;
  private final Workload workload;
  private final Query query;
  private final String suffix = "_" + JOBS.incrementAndGet();
  private final JobRun run;

  private EngineJob(
      BenchCluster cluster, Workload workload, Variant variant, Map<String, String> topicSettings) {
    this.cluster = cluster;
    this.workload = workload;
    this.query = workload.mainQuery();
    cluster.topics().create(topics(), topicSettings);
    this.run = new JobRun(cluster.services(), submit(variant));
    run.awaitRunning();
  }

  /** Starts the job, and waits until all its tasks work. */
  static EngineJob start(
      BenchCluster cluster, Workload workload, Variant variant, Map<String, String> topicSettings) {
    return new EngineJob(cluster, workload, variant, topicSettings);
  }

  private String submit(Variant variant) {
    SqlScript onBroker =
        intoOwnTopics(variant.script(script())).withBroker(cluster.endpoints().broker());
    SqlScript onServers =
        workload.redis().isPresent()
            ? onBroker.withRedis(cluster.endpoints().redis().orElseThrow())
            : onBroker;
    return cluster.services().submit(variant.engine(), onServers);
  }

  private SqlScript script() {
    return workload instanceof BenchmarkWorkload own
        ? own.script()
        : SqlScript.read(cluster.context().home().script(workload.name(), query.name()));
  }

  private SqlScript intoOwnTopics(SqlScript script) {
    String text = script.text();
    for (ResultTopic result : query.topics()) {
      text = text.replace("'topic' = '" + result.name() + "'", "'topic' = '" + topic(result) + "'");
    }
    return new SqlScript(text);
  }

  private List<String> topics() {
    return query.topics().stream().map(this::topic).toList();
  }

  /** Where the rows of a result are. */
  String topic(ResultTopic result) {
    return result.name() + suffix;
  }

  JobRun run() {
    return run;
  }

  /** Compares what the job has written with what the oracle expects. */
  Verdict verify(Oracle oracle, ResultReader reader) {
    return oracle.verify(result -> rows(result, reader));
  }

  private Iterable<byte[]> rows(Result result, ResultReader reader) {
    return result instanceof ResultTopic topic
        ? reader.rows(cluster.endpoints().broker(), topic(topic))
        : result.open(cluster.endpoints());
  }

  @Override
  public void close() {
    cluster.topics().delete(topics());
  }
}
